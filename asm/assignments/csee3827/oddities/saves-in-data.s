# Odd: preserved registers are saved in the part's own data, and not on the stack.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        la      $t0, count_solved_cells_kept
        sw      $ra, 0($t0)
        sw      $s0, 4($t0)
        sw      $s1, 8($t0)
        move    $s0, $a0
        li      $s1, 0
        addiu   $t1, $a0, 810
        sw      $t1, 12($t0)
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, 10
        lw      $t1, count_solved_cells_kept+12
        bne     $s0, $t1, count_solved_cells_next
        move    $v0, $s1
        la      $t0, count_solved_cells_kept
        lw      $ra, 0($t0)
        lw      $s0, 4($t0)
        lw      $s1, 8($t0)
        jr      $ra
        .data
        .align  2
count_solved_cells_kept:
        .space  16
        .text
