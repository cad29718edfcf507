# Odd: the string is read to its NUL; several loops end in one return, which lies before them.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: each digit that is still a candidate is at its position, and a
# point replaces a digit that is ruled out. With the NUL at its end a cell takes ten bytes, a board 810.
# Write the code of each function above its separator line, and do not move the separator lines.
#
        .text

# num_candidates: counts the candidates of a cell.
#   $a0   a pointer to a cell, which does not change
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
