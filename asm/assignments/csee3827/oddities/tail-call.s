# Odd: what it does last is another function's work, to which it jumps: that one returns for both.

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved.
#   $a0   a pointer to a board, which is solved in its place
solve_board:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0
        addiu   $s2, $a0, 810
solve_board_pass:
        move    $a0, $s0
        jal     count_solved_cells
        li      $t0, 81
        beq     $v0, $t0, solve_board_done
        move    $s1, $s0
solve_board_next:
        move    $a0, $s1
        jal     is_cell_solved
        beq     $v0, $zero, solve_board_open
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_row
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_col
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_box
solve_board_open:
        addiu   $s1, $s1, 10
        bne     $s1, $s2, solve_board_next
        b       solve_board_pass
solve_board_done:
        move    $a0, $s0
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        j       count_solved_cells      # it gives nothing, so anything may be in $v0
