# Odd: locals are reached from s0 as a frame pointer, and the stack pointer is restored from it.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -16
        sw      s0, 8(sp)
        sw      ra, 12(sp)
        addi    s0, sp, 16
        addi    sp, sp, -16             # three locals
        sw      a0, -20(s0)             # the cell looked at
        addi    t0, a0, 810
        sw      t0, -24(s0)             # after the last
        sw      zero, -28(s0)           # solved cells so far
count_solved_cells_next:
        lw      a0, -20(s0)
        jal     ra, is_cell_solved
        lw      t0, -28(s0)
        add     t0, t0, a0
        sw      t0, -28(s0)
        lw      t1, -20(s0)
        addi    t1, t1, 10
        sw      t1, -20(s0)
        lw      t2, -24(s0)
        bne     t1, t2, count_solved_cells_next
        lw      a0, -28(s0)
        addi    sp, s0, -16
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret
