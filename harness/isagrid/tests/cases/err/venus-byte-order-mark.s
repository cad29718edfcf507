main:   li      a0, 10
        ecall
