# Software and timer interrupt at once: the first one, then the other.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s1, 0
        li      s2, 0
        li      t0, 0x02004000
        sw      zero, 4(t0)
        sw      zero, 0(t0)
        li      t0, 0x02000000
        li      t1, 1
        sw      t1, 0(t0)
        csrr    a0, mip
        call    hex
        li      t0, 0x88
        csrw    mie, t0
        csrsi   mstatus, 8
        nop
        nop
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      slli    s1, s1, 8
        csrr    t1, mcause
        andi    t1, t1, 255
        or      s1, s1, t1
        li      t2, 3
        beq     t1, t2, 1f
        li      t0, 0x02004000
        li      t3, -1
        sw      t3, 4(t0)
        mret
1:      li      t0, 0x02000000
        sw      zero, 0(t0)
        mret
