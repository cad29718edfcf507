# isagrid: --dialect rars
main:   li      a0, 5000000000
        li      a7, 1
        ecall
        li      a7, 10
        ecall
