# Odd: zeros are made of registers that nobody has set: x - x, x and 0, x exclusive or x.
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
        xor     $v0, $v0, $v0
        sub     $t3, $t3, $t3
        and     $t4, $t4, $zero
        addiu   $t4, $t4, '.'
num_candidates_next:
        addu    $t1, $a0, $t3
        lb      $t0, 0($t1)
        beq     $t0, $t4, num_candidates_ruled_out
        addiu   $v0, $v0, 1
num_candidates_ruled_out:
        addiu   $t3, $t3, 1
        slti    $t0, $t3, 9
        bne     $t0, $zero, num_candidates_next
        jr      $ra
