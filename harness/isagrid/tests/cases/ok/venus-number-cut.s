# isagrid: --dialect venus
main:   li      a1, 5000000000
        li      a0, 1
        ecall
        li      a0, 10
        ecall
