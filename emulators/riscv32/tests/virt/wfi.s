# Waits for the timer with interrupts disabled, then enables them.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s1, 0
        li      s0, 0x02004000
        li      t0, 0x0200bff8
        lw      t1, 0(t0)
        li      t3, 20000
        add     t4, t1, t3
        sw      zero, 4(s0)
        sw      t4, 0(s0)
        li      t0, 0x80
        csrw    mie, t0
        wfi
        csrr    a0, mip
        call    hex
        mv      a0, s1
        call    hex
        csrsi   mstatus, 8
        nop
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
