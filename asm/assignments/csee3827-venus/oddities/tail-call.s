# Odd: what it does last is another function's work, to which it jumps: that one returns for both.

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved.
#   a0    a pointer to a board, which is solved in its place
solve_board:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        sw      s2, 0(sp)
        mv      s0, a0
        addi    s2, a0, 810
solve_board_pass:
        mv      a0, s0
        jal     ra, count_solved_cells
        li      t0, 81
        beq     a0, t0, solve_board_done
        mv      s1, s0
solve_board_next:
        mv      a0, s1
        jal     ra, is_cell_solved
        beq     a0, zero, solve_board_open
        mv      a0, s0
        mv      a1, s1
        jal     ra, rule_out_of_row
        mv      a0, s0
        mv      a1, s1
        jal     ra, rule_out_of_col
        mv      a0, s0
        mv      a1, s1
        jal     ra, rule_out_of_box
solve_board_open:
        addi    s1, s1, 10
        bne     s1, s2, solve_board_next
        j       solve_board_pass
solve_board_done:
        mv      a0, s0
        lw      s2, 0(sp)
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        j       count_solved_cells      # it gives nothing, so anything may be in a0
