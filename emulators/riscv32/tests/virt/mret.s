# Return from a trap: what mret does to mstatus.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t0, 0x1880
        csrc    mstatus, t0
        li      t0, 0x1800
        csrs    mstatus, t0
        la      t0, 1f
        csrw    mepc, t0
        mret
1:      csrr    t1, mstatus
        li      t2, 0x1888
        and     a0, t1, t2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
