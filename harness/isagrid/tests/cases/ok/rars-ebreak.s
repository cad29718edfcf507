# isagrid: --dialect rars
        ebreak
        li      a0, 5
        li      a7, 1
        ecall
        li      a7, 10
        ecall
