# Prints 5, with a procedure between main and print that keeps its return address in s1.
        .text
main:   li      a0, 5
        jal     show
        li      a7, 10
        ecall

show:   mv      s1, ra
        addi    sp, sp, -8
        sh      a0, 4(sp)
        lh      a0, 4(sp)
        jal     print
        addi    sp, sp, 8
        mv      ra, s1
        ret

print:  li      a7, 1
        ecall
        ret
