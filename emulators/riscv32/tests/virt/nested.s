# Trap in a handler: mstatus keeps one level.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        csrsi   mstatus, 8
        ecall
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        csrr    t1, mstatus
        srli    a0, t1, 7
        andi    a0, a0, 1
        call    hex
        j       finish
        .balign 4
h:      csrr    t1, mstatus
        mv      s6, t1
        srli    s2, t1, 3
        andi    s2, s2, 0x11
        la      t0, inner
        csrw    mtvec, t0
        csrr    s5, mepc
        csrr    s4, mcause
        .word   0
        csrw    mstatus, s6
        addi    t0, s5, 4
        csrw    mepc, t0
        mret
        .balign 4
inner:  csrr    s1, mcause
        slli    s1, s1, 8
        or      s1, s1, s4
        csrr    t1, mstatus
        srli    t1, t1, 3
        andi    t1, t1, 0x11
        slli    t1, t1, 8
        or      s2, s2, t1
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
