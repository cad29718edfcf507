# Registers of the physical memory protection.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        csrr    a0, pmpcfg0
        call    hex
        li      t1, 0x0f1f
        csrw    pmpcfg0, t1
        csrr    a0, pmpcfg0
        call    hex
        li      t1, 0x20000fff
        csrw    pmpaddr0, t1
        csrr    a0, pmpaddr0
        call    hex
        csrr    a0, pmpaddr15
        call    hex
        csrr    a0, pmpcfg3
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
