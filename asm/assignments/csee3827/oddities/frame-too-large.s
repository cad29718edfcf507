# Odd: the frame is much larger than its contents.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -1024
        sw      $ra, 1000($sp)
        sw      $s0, 512($sp)
        sw      $s1, 0($sp)
        move    $s0, $a0
        li      $s1, 0
        addiu   $t0, $a0, 810
        sw      $t0, 100($sp)
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, 10
        lw      $t0, 100($sp)
        bne     $s0, $t0, count_solved_cells_next
        move    $v0, $s1
        lw      $s1, 0($sp)
        lw      $s0, 512($sp)
        lw      $ra, 1000($sp)
        addiu   $sp, $sp, 1024
        jr      $ra
