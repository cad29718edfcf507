# isagrid: --dialect rars
main:   li      a7, 5
        ecall
        li      a7, 5
        ecall
        li      a7, 10
        ecall
