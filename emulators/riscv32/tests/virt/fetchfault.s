# Jump to an address without memory.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      t1, 0x09000000
        la      s4, back
        jr      t1
back:
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        mv      a0, s3
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, mcause
        csrr    s2, mtval
        csrr    s3, mepc
        csrw    mepc, s4
        mret
