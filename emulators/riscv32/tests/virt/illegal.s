# Illegal instruction.
        .globl  _start
_start: li      sp, 0x80100000
        .option norvc
        la      t0, h
        csrw    mtvec, t0
        .word   0xffffffff
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
