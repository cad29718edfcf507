# Odd: the digit chooses one of nine ways by an address that is computed.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   a0    a pointer to a cell, which is changed
#   a1    the digit, 1 to 9
rule_out_of_cell:
        li      t1, 46
        la      t0, rule_out_of_cell_ways
        slli    t2, a1, 3               # two instructions each
        add     t0, t0, t2
        jalr    zero, t0, -8
rule_out_of_cell_ways:
        sb      t1, 0(a0)
        ret
        sb      t1, 1(a0)
        ret
        sb      t1, 2(a0)
        ret
        sb      t1, 3(a0)
        ret
        sb      t1, 4(a0)
        ret
        sb      t1, 5(a0)
        ret
        sb      t1, 6(a0)
        ret
        sb      t1, 7(a0)
        ret
        sb      t1, 8(a0)
        ret
