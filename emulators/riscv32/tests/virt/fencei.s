# Program that changes an instruction of its own.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        la      t1, 1f
        li      t2, 0x02a00513
        sw      t2, 0(t1)
        fence.i
1:      li      a0, 1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        addi    t0, s3, 4
        csrw    mepc, t0
        mret
