# Floating point that is off, and its state afterwards.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x6000
        csrc    mstatus, t0
        li      s1, 0
        fadd.s  fa0, fa1, fa2
        mv      a0, s1
        call    hex
        li      s1, 0
        csrr    t1, fcsr
        mv      a0, s1
        call    hex
        li      t0, 0x4000
        csrs    mstatus, t0
        csrr    t1, mstatus
        srli    a0, t1, 13
        andi    a0, a0, 3
        call    hex
        fcvt.s.w fa0, zero
        csrr    t1, mstatus
        srli    a0, t1, 13
        andi    a0, a0, 3
        call    hex
        csrr    t1, mstatus
        srli    a0, t1, 31
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
