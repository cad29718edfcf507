# Bits of mtvec, mepc and mcause that can be written.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        csrr    s4, mtvec
        li      t1, -1
        csrw    mtvec, t1               # no such mode: nothing is written
        csrr    a0, mtvec
        sub     a0, a0, s4
        call    hex
        ori     t1, s4, 1
        csrw    mtvec, t1
        csrr    a0, mtvec
        csrw    mtvec, s4
        sub     a0, a0, s4
        call    hex
        li      t1, 0x80000002
        csrw    mepc, t1
        csrr    a0, mepc
        call    hex
        li      t1, 0x8000000b
        csrw    mcause, t1
        csrr    a0, mcause
        call    hex
        li      t1, 0x12345678
        csrw    mtval, t1
        csrr    a0, mtval
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
