twice:  nop
twice:  nop
        add  x: a0, a1
