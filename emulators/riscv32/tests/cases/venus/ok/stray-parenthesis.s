        lw   a0, 0(sp
        add  a0, a1, a2)
