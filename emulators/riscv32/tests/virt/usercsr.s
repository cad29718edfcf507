# Registers of machine mode, and counters, in user mode.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x1f
        csrw    pmpcfg0, t0
        li      t0, -1
        csrw    pmpaddr0, t0
        csrwi   mcounteren, 4
        csrwi   0x106, 4                # scounteren
        li      t0, 0x1800
        csrc    mstatus, t0
        la      t0, u
        csrw    mepc, t0
        mret
u:      csrr    t1, mstatus
        mv      a0, s1
        call    hex
        li      s1, 0
        csrr    t1, cycle
        mv      a0, s1
        call    hex
        li      s1, 0
        csrr    t1, instret
        mv      a0, s1
        call    hex
        li      s1, 0
        mret
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
