# Odd: registers are saved in one order and loaded back in another.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -16
        sw      $s1, 12($sp)
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)
        sw      $s0, 8($sp)
        move    $s0, $a0
        addiu   $s1, $a0, 810
        li      $s2, 0
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 10
        bne     $s0, $s1, count_solved_cells_next
        lw      $s0, 8($sp)
        lw      $s1, 12($sp)
        lw      $ra, 0($sp)
        move    $v0, $s2
        lw      $s2, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
