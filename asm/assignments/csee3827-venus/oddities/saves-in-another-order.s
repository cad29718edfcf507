# Odd: registers are saved in one order and loaded back in another.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -16
        sw      s1, 12(sp)
        sw      ra, 0(sp)
        sw      s2, 4(sp)
        sw      s0, 8(sp)
        mv      s0, a0
        addi    s1, a0, 810
        li      s2, 0
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s2, s2, a0
        addi    s0, s0, 10
        bne     s0, s1, count_solved_cells_next
        lw      s0, 8(sp)
        lw      s1, 12(sp)
        lw      ra, 0(sp)
        mv      a0, s2
        lw      s2, 4(sp)
        addi    sp, sp, 16
        ret
