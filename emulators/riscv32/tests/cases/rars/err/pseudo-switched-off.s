# options: np
main:   li a0, 5
        addi a0, zero, 5
        fadd.s fa0, fa1, fa2
