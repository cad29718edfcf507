# Odd: the string is read to its NUL; several loops end in one return, which lies before them.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: a digit that may still be right stands in its place, a point
# where it was ruled out. With the NUL at its end a cell takes ten bytes, a board 810. Write the code
# of each function above its separator line, and leave the separator lines where they are.
#
        .text

# num_candidates: how many digits a cell may still be.
#   $a0   a pointer to a cell, which stays as it is
#   $v0   the number of candidates, 0 to 9
num_candidates:
        li      $v0, 0
        b       num_candidates_next
num_candidates_end:
        jr      $ra
num_candidates_one:
        addiu   $v0, $v0, 1
num_candidates_next:
        lb      $t0, 0($a0)
        addiu   $a0, $a0, 1
        beqz    $t0, num_candidates_end
        bne     $t0, '.', num_candidates_one
        b       num_candidates_next
