1:      addi a0, a0, -1
        beqz a0, 1f
        j    1b
01:     bnez a0, 1b
        bnez a0, 1f
        j    2f
2:      nop
1:      nop
