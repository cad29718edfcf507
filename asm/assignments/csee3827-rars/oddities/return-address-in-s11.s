# Odd: the return address waits in s11, and only s11 is saved on the stack.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -16
        sw      s11, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        mv      s11, ra
        mv      s0, a0
        li      s1, 0
        addi    t0, a0, 810
        sw      t0, 12(sp)
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s1, s1, a0
        addi    s0, s0, 10
        lw      t0, 12(sp)
        bltu    s0, t0, count_solved_cells_next
        mv      a0, s1
        mv      ra, s11
        lw      s11, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        addi    sp, sp, 16
        ret
