# Odd: locals are reached from $fp, and the stack pointer is restored from it.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -16
        sw      $fp, 0($sp)
        sw      $ra, 4($sp)
        move    $fp, $sp
        addiu   $sp, $sp, -16           # three locals
        sw      $a0, -4($fp)            # the cell looked at
        addiu   $t0, $a0, 810
        sw      $t0, -8($fp)            # after the last
        sw      $zero, -12($fp)         # solved cells so far
count_solved_cells_next:
        lw      $a0, -4($fp)
        jal     is_cell_solved
        lw      $t0, -12($fp)
        addu    $t0, $t0, $v0
        sw      $t0, -12($fp)
        lw      $t1, -4($fp)
        addiu   $t1, $t1, 10
        sw      $t1, -4($fp)
        lw      $t2, -8($fp)
        bne     $t1, $t2, count_solved_cells_next
        lw      $v0, -12($fp)
        move    $sp, $fp
        lw      $fp, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
