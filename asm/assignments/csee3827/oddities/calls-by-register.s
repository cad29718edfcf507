# Odd: functions are called by their addresses in registers.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        sw      $s1, 12($sp)
        sw      $s2, 8($sp)
        sw      $s3, 4($sp)
        la      $s3, is_cell_solved
        move    $s0, $a0
        addiu   $s1, $a0, 810
        li      $s2, 0
count_solved_cells_next:
        move    $a0, $s0
        jalr    $s3
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 10
        bne     $s0, $s1, count_solved_cells_next
        move    $v0, $s2
        lw      $s3, 4($sp)
        lw      $s2, 8($sp)
        lw      $s1, 12($sp)
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra
