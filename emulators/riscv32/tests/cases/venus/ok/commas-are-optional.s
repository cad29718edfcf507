        add  a0 a1 a2
        lw   a0 4(sp)
        lw   a0, 4, sp
        sw   a0, -4 ( sp )
        ADDI a0,,a0,1
