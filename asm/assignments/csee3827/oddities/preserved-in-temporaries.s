# Odd: a function that calls nobody keeps $s0 and $s1 in temporaries, and changes them with each other's.
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
        move    $t8, $s0
        move    $v1, $s1
        move    $t9, $v1                # and on to another
        li      $s0, 0
        li      $s1, '.'
        addiu   $a3, $a0, 9
num_candidates_next:
        lb      $a1, 0($a0)
        beq     $a1, $s1, num_candidates_ruled_out
        addiu   $s0, $s0, 1
num_candidates_ruled_out:
        addiu   $a0, $a0, 1
        bne     $a0, $a3, num_candidates_next
        move    $v0, $s0
        move    $s1, $t9
        move    $s0, $t8
        jr      $ra
