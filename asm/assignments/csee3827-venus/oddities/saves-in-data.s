# Odd: preserved registers are saved in the part's own data, and not on the stack.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        la      t0, count_solved_cells_kept
        sw      ra, 0(t0)
        sw      s0, 4(t0)
        sw      s1, 8(t0)
        mv      s0, a0
        li      s1, 0
        addi    t1, a0, 810
        sw      t1, 12(t0)
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s1, s1, a0
        addi    s0, s0, 10
        la      t0, count_solved_cells_kept
        lw      t1, 12(t0)
        bne     s0, t1, count_solved_cells_next
        mv      a0, s1
        lw      ra, 0(t0)
        lw      s0, 4(t0)
        lw      s1, 8(t0)
        ret
        .data
count_solved_cells_kept:
        .word   0, 0, 0, 0
        .text
