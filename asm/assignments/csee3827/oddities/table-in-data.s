# Odd: a table in the part's own data says what each character counts.
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
        la      $t3, num_candidates_counts
        li      $v0, 0
        li      $t1, 9
num_candidates_next:
        lb      $t0, 0($a0)
        addu    $t0, $t0, $t3
        lb      $t0, -46($t0)           # from the point on
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 1
        addiu   $t1, $t1, -1
        bne     $t1, $zero, num_candidates_next
        jr      $ra
        .data
num_candidates_counts:                  # . / 0 to 9
        .byte   0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1
        .text
