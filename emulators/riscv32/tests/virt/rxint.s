# Echoes a line, one interrupt for each byte.
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
        li      t0, 1
        sb      t0, 1(s3)
        li      t1, 10
6:      csrci   mstatus, 8              # else the last interrupt could come just before the wfi
        beq     s4, t1, 7f
        wfi
        csrsi   mstatus, 8
        j       6b
7:      j       finish
        .balign 4
h:      li      t0, 0x0c200004
        lw      s5, 0(t0)
        li      t2, 0x10000000
        lbu     s4, 0(t2)
        sb      s4, 0(t2)
        sw      s5, 0(t0)
        mret
