# An interrupt that mret enables.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x80
        csrs    mstatus, t0
        csrsi   mie, 8
        li      t1, 0x02000000
        li      t2, 1
        sw      t2, 0(t1)
        la      t0, 6f
        csrw    mepc, t0
        li      t0, 0x1800
        csrs    mstatus, t0
        mret
6:      nop
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        li      t1, 0x02000000
        sw      zero, 0(t1)
        mret
