# Interrupt identification, with FIFOs off and on.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x10000000
        lbu     a0, 2(s0)
        call    hex
        li      t0, 1
        sb      t0, 2(s0)
        lbu     a0, 2(s0)
        call    hex
        j       finish
