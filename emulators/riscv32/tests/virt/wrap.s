# Division by zero and overflow, and shifts by register.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t1, 0x80000000
        li      t2, -1
        div     a0, t1, t2
        call    hex
        li      t1, 0x80000000
        li      t2, -1
        rem     a0, t1, t2
        call    hex
        li      t1, 7
        divu    a0, t1, zero
        call    hex
        li      t1, 7
        rem     a0, t1, zero
        call    hex
        li      t1, 0x80000000
        li      t2, 0xffffffe4
        sra     a0, t1, t2
        call    hex
        li      t1, 0x80000001
        li      t2, 3
        mulhsu  a0, t1, t2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
