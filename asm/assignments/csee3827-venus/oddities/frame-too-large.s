# Odd: the frame is much larger than its contents.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -1024
        sw      ra, 1000(sp)
        sw      s0, 512(sp)
        sw      s1, 0(sp)
        mv      s0, a0
        li      s1, 0
        addi    t0, a0, 810
        sw      t0, 100(sp)
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s1, s1, a0
        addi    s0, s0, 10
        lw      t0, 100(sp)
        bne     s0, t0, count_solved_cells_next
        mv      a0, s1
        lw      s1, 0(sp)
        lw      s0, 512(sp)
        lw      ra, 1000(sp)
        addi    sp, sp, 1024
        ret
