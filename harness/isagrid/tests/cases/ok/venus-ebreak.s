# isagrid: --dialect venus
        ebreak
        li      a0, 1
        li      a1, 5
        ecall
        li      a0, 10
        ecall
