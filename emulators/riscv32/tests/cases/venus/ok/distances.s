        beq  a0, a1, 8
        jal  zero, -4
