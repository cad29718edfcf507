# The GNU assembler would take this, but its system has no such calls.
main:   li      a0, 5
        li      a7, 1
        ecall
        j       1f
1:      li      a7, 10
        ecall
