# Odd: functions are called by their addresses in registers.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -32
        sw      ra, 20(sp)
        sw      s0, 16(sp)
        sw      s1, 12(sp)
        sw      s2, 8(sp)
        sw      s3, 4(sp)
        la      s3, is_cell_solved
        mv      s0, a0
        addi    s1, a0, 810
        li      s2, 0
count_solved_cells_next:
        mv      a0, s0
        jalr    ra, s3, 0
        add     s2, s2, a0
        addi    s0, s0, 10
        bne     s0, s1, count_solved_cells_next
        mv      a0, s2
        lw      s3, 4(sp)
        lw      s2, 8(sp)
        lw      s1, 12(sp)
        lw      s0, 16(sp)
        lw      ra, 20(sp)
        addi    sp, sp, 32
        ret
