# Odd: the return address waits in $s7, and only $s7 is saved on the stack.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -16
        sw      $s7, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        move    $s7, $ra
        move    $s0, $a0
        li      $s1, 0
        addiu   $t0, $a0, 810
        sw      $t0, 12($sp)
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, 10
        lw      $t0, 12($sp)
        bltu    $s0, $t0, count_solved_cells_next
        move    $v0, $s1
        move    $ra, $s7
        lw      $s7, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        addiu   $sp, $sp, 16
        jr      $ra
