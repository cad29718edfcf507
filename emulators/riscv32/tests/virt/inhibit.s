# Counters that stand still, and what is written to them.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        csrwi   mcountinhibit, 5
        csrr    s4, minstret
        nop
        csrr    s5, minstret
        sub     a0, s5, s4
        call    hex
        csrwi   minstret, 9
        nop
        csrr    a0, minstret
        call    hex
        csrr    a0, mcountinhibit
        call    hex
        csrwi   mcountinhibit, 0
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
