# Odd: only the way on which something is to do takes a frame, and there are several returns.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   a0    a pointer to a cell, which is changed
#   a1    the digit, 1 to 9
rule_out_of_cell:
        add     t0, a0, a1
        lb      t1, -1(t0)
        li      t2, 46
        bne     t1, t2, rule_out_of_cell_change
        ret                             # it was none
rule_out_of_cell_change:
        addi    sp, sp, -16
        sw      s0, 12(sp)
        li      s0, 46
        sb      s0, -1(t0)
        lw      s0, 12(sp)
        addi    sp, sp, 16
        ret
