# Odd: cells are found by their numbers, ten times which are added to the board.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -32
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        sw      ra, 16(sp)              # twice, to be sure
        mv      s0, a0
        li      s1, 80
        li      s2, 0
count_solved_cells_next:
        li      t0, 10
        mul     a0, s1, t0
        add     a0, a0, s0
        jal     ra, is_cell_solved
        add     s2, s2, a0
        addi    s1, s1, -1
        bge     s1, zero, count_solved_cells_next
        mv      a0, s2
        lw      ra, 16(sp)
        lw      s2, 12(sp)
        lw      s1, 8(sp)
        lw      s0, 4(sp)
        addi    sp, sp, 32
        ret
