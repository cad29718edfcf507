# Odd: the count waits in HI and the pointer in LO.
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
        mthi    $zero
        mtlo    $a0
        li      $t2, '.'
        li      $t3, 0
num_candidates_next:
        mflo    $t0
        addu    $t0, $t0, $t3
        lb      $t0, 0($t0)
        beq     $t0, $t2, num_candidates_ruled_out
        mfhi    $t1
        addiu   $t1, $t1, 1
        mthi    $t1
num_candidates_ruled_out:
        addiu   $t3, $t3, 1
        blt     $t3, 9, num_candidates_next
        mfhi    $v0
        jr      $ra
