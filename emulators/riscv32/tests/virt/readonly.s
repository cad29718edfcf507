# Writes of registers that can only be read.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s1, 0
        csrw    mhartid, zero
        mv      a0, s1
        call    hex
        li      s1, 0
        csrw    cycle, zero
        mv      a0, s1
        call    hex
        li      s1, 0
        csrr    a0, mhartid
        call    hex
        csrr    a0, mimpid
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
