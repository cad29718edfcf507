# Timer interrupt of a busy loop.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s1, 0
        li      s0, 0x02004000
        li      t0, 0x0200bff8
        lw      t1, 0(t0)
        lw      t2, 4(t0)
        li      t3, 1000
        add     t4, t1, t3
        sltu    t5, t4, t1
        add     t2, t2, t5
        li      t6, -1
        sw      t6, 0(s0)
        sw      t2, 4(s0)
        sw      t4, 0(s0)
        li      t0, 0x80
        csrw    mie, t0
        csrsi   mstatus, 8
6:      beqz    s1, 6b
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        li      t0, 0x02004000
        li      t1, -1
        sw      t1, 0(t0)
        sw      t1, 4(t0)
        mret
