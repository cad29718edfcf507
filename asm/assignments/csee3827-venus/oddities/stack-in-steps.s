# Odd: the stack is taken in two steps, and given back at once.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -16
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        mv      s0, a0
        addi    sp, sp, -16
        sw      s1, 0(sp)
        li      s1, 0
        addi    t0, s0, 810
        sw      t0, 12(sp)
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s1, s1, a0
        addi    s0, s0, 10
        lw      t0, 12(sp)
        bne     s0, t0, count_solved_cells_next
        mv      a0, s1
        lw      s1, 0(sp)
        lw      ra, 16(sp)
        lw      s0, 20(sp)
        addi    sp, sp, 32
        ret
