# Odd: no preserved register is used: temporaries are put on the stack around every call.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        move    $t0, $a0
        li      $t1, 0
        li      $t2, 81
count_solved_cells_next:
        sw      $t0, 8($sp)
        sw      $t1, 4($sp)
        sw      $t2, 0($sp)
        move    $a0, $t0
        jal     is_cell_solved
        lw      $t0, 8($sp)
        lw      $t1, 4($sp)
        lw      $t2, 0($sp)
        addu    $t1, $t1, $v0
        addiu   $t0, $t0, 10
        addiu   $t2, $t2, -1
        bgtz    $t2, count_solved_cells_next
        move    $v0, $t1
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
