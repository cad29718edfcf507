# Reservations: with one, without one, and at another address.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        la      s4, data
        lr.w    t1, (s4)
        addi    t1, t1, 1
        sc.w    a0, t1, (s4)
        call    hex
        sc.w    a0, t1, (s4)
        call    hex
        lr.w    t1, (s4)
        addi    s5, s4, 64
        sc.w    a0, t1, (s5)
        call    hex
        lw      a0, 0(s4)
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
        .balign 4
data:   .word   41
        .zero   96
