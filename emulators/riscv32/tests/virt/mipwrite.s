# Bits of mip and mie that can be written in machine mode.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x02004000
        li      t1, -1
        sw      t1, 4(t0)
        li      t1, 0x888
        csrw    mip, t1
        csrr    a0, mip
        andi    a0, a0, 0x88
        call    hex
        li      t1, 0x888
        csrw    mie, t1
        csrr    a0, mie
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
