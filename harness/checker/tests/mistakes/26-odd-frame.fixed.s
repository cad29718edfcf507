# Prints 5, with a procedure between main and print that keeps a half word on the stack.
        .data
keep:   .word   0
        .text
main:   li      a0, 5
        jal     show
        li      a7, 10
        ecall

show:   la      t0, keep
        sw      ra, 0(t0)
        addi    sp, sp, -8
        sh      a0, 4(sp)
        lh      a0, 4(sp)
        jal     print
        addi    sp, sp, 8
        la      t0, keep
        lw      ra, 0(t0)
        ret

print:  li      a7, 1
        ecall
        ret
