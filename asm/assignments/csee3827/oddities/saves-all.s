# Odd: a function that calls nobody saves every preserved register, and uses them.
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
        addiu   $sp, $sp, -40
        sw      $s0, 0($sp)
        sw      $s1, 4($sp)
        sw      $s2, 8($sp)
        sw      $s3, 12($sp)
        sw      $s4, 16($sp)
        sw      $s5, 20($sp)
        sw      $s6, 24($sp)
        sw      $s7, 28($sp)
        sw      $fp, 32($sp)
        sw      $ra, 36($sp)
        li      $s7, 0
        li      $s6, 9
        li      $fp, '.'
num_candidates_next:
        lb      $ra, 0($a0)             # $ra is a register as any other meanwhile
        sne     $s5, $ra, $fp
        addu    $s7, $s7, $s5
        addiu   $a0, $a0, 1
        addiu   $s6, $s6, -1
        bgtz    $s6, num_candidates_next
        move    $v0, $s7
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $s3, 12($sp)
        lw      $s4, 16($sp)
        lw      $s5, 20($sp)
        lw      $s6, 24($sp)
        lw      $s7, 28($sp)
        lw      $fp, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra
