# Environment call from user mode.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x1f
        csrw    pmpcfg0, t0
        li      t0, -1
        csrw    pmpaddr0, t0
        li      t0, 0x1800
        csrc    mstatus, t0
        la      t0, u
        csrw    mepc, t0
        mret
u:      ecall
after:  mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        la      t0, after
        csrw    mepc, t0
        li      t0, 0x1800
        csrs    mstatus, t0
        mret
