# Odd: the stack is taken in steps, as things come up, and given back at once.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        addiu   $sp, $sp, -4
        sw      $s0, 0($sp)
        move    $s0, $a0
        addiu   $sp, $sp, -4
        sw      $s1, 0($sp)
        li      $s1, 0
        addiu   $t0, $s0, 810
        addiu   $sp, $sp, -4
        sw      $t0, 0($sp)
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, 10
        lw      $t0, 0($sp)
        bne     $s0, $t0, count_solved_cells_next
        move    $v0, $s1
        lw      $s1, 4($sp)
        lw      $s0, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
