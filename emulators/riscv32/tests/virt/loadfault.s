# Load where nothing is.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t1, 0x09000000
        lw      t2, 0(t1)
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
