# Interrupt of the ready transmitter through PLIC.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s0, 0x0c000000
        li      t0, 1
        sw      t0, 40(s0)
        li      s1, 0x0c002000
        li      t0, 0x400
        sw      t0, 0(s1)
        li      t0, 0x800
        csrw    mie, t0
        csrsi   mstatus, 8
        li      s3, 0x10000000
        li      t0, 2
        sb      t0, 1(s3)
6:      beqz    s4, 6b
        mv      a0, s4
        call    hex
        mv      a0, s5
        call    hex
        mv      a0, s6
        call    hex
        j       finish
        .balign 4
h:      csrr    s4, mcause
        li      t0, 0x0c200004
        lw      s5, 0(t0)
        li      t1, 0x10000000
        lbu     s6, 2(t1)
        sb      zero, 1(t1)
        sw      s5, 0(t0)
        mret
