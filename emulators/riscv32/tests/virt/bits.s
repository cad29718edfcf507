# Instructions for addresses and bits.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t1, 0x12345678
        li      t2, 0x0f0f0f0f
        sh2add  a0, t1, t2
        call    hex
        li      t1, 0x12345678
        li      t2, 0x0f0f0f0f
        andn    a0, t1, t2
        call    hex
        cpop    a0, t1
        call    hex
        li      t1, 0x12345678
        rev8    a0, t1
        call    hex
        li      t1, 0x12345678
        li      t2, 0x0f0f0f0f
        clmul   a0, t1, t2
        call    hex
        li      t1, 0x12345678
        bexti   a0, t1, 3
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
