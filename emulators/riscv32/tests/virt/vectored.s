# Vectored software interrupt.
        .globl  _start
        .option norvc
_start: li      sp, 0x80100000
        la      t0, v
        ori     t0, t0, 1
        csrw    mtvec, t0
        csrsi   mie, 8
        csrsi   mstatus, 8
        li      s0, 0x02000000
        li      t0, 1
        sw      t0, 0(s0)
6:      beqz    s1, 6b
        mv      a0, s1
        call    hex
        j       finish
        .balign 256
v:      j       bad
        j       bad
        j       bad
        j       soft
bad:    li      s1, 99
        mret
soft:   csrr    s1, mcause
        li      t0, 0x02000000
        sw      zero, 0(t0)
        mret
