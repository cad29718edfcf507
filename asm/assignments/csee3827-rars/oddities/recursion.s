# Odd: the cells are counted by a procedure that calls itself for the rest, 81 deep.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        li      a1, 81
count_solved_cells_rest:                # a0: a cell; a1: how many there are from it on
        bne     a1, zero, count_solved_cells_one
        li      a0, 0
        ret
count_solved_cells_one:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      a0, 8(sp)
        sw      a1, 4(sp)
        jal     ra, is_cell_solved
        sw      a0, 0(sp)
        lw      a0, 8(sp)
        lw      a1, 4(sp)
        addi    a0, a0, 10
        addi    a1, a1, -1
        jal     ra, count_solved_cells_rest
        lw      t0, 0(sp)
        add     a0, a0, t0
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret
