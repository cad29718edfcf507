# Odd: cells are found by their numbers, ten times which are added to the board.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -20
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $ra, 16($sp)            # twice, to be sure
        move    $s0, $a0
        li      $s1, 80
        li      $s2, 0
count_solved_cells_next:
        mul     $a0, $s1, 10
        addu    $a0, $a0, $s0
        jal     is_cell_solved
        addu    $s2, $s2, $v0
        addiu   $s1, $s1, -1
        bgez    $s1, count_solved_cells_next
        move    $v0, $s2
        lw      $ra, 16($sp)
        lw      $s2, 12($sp)
        lw      $s1, 8($sp)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 20
        jr      $ra
