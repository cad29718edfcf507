# Misaligned loads and stores, which the board carries out.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        la      s4, data
        lw      a0, 1(s4)
        call    hex
        lhu     a0, 3(s4)
        call    hex
        li      t1, 0xa1b2c3d4
        sw      t1, 3(s4)
        lw      a0, 0(s4)
        call    hex
        lw      a0, 4(s4)
        call    hex
        mv      a0, s1
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
data:   .word   0x33221100, 0x77665544, 0xbbaa9988
