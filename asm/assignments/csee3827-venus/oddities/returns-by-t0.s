# Odd: it returns by t0, which was loaded from where ra was saved; ra itself stays lost.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        sw      ra, -4(sp)              # the stack pointer follows at once
        sw      s0, -8(sp)
        sw      s1, -12(sp)
        addi    sp, sp, -16
        addi    s0, a0, 800             # the last cell first
        li      s1, 0
        sw      a0, 0(sp)
count_solved_cells_next:
        mv      a0, s0
        jal     ra, is_cell_solved
        add     s1, s1, a0
        lw      t0, 0(sp)
        addi    s0, s0, -10
        bgeu    s0, t0, count_solved_cells_next
        mv      a0, s1
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        lw      t0, 12(sp)
        addi    sp, sp, 16
        jr      t0
