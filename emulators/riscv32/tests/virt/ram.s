# Last word of the memory, and the address after it.
        .globl  _start
_start: li      sp, 0x80100000
        li      t0, 0x87fffffc
        li      t1, 0x12345678
        sw      t1, 0(t0)
        lw      a0, 0(t0)
        call    hex
        li      t0, 0x88000000
        la      t1, h
        csrw    mtvec, t1
        sw      t1, 0(t0)
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
