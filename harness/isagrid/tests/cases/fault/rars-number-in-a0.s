# isagrid: --dialect rars
main:   li      a0, 1
        li      a1, 42
        ecall
