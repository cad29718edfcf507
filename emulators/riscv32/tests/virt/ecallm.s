# Environment call from machine mode.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        ecall
        mv      a0, s1
        call    hex
        csrr    a0, mtval
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
