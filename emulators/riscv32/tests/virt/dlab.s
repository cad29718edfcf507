# Divisor latch.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x10000000
        li      t0, 0x83
        sb      t0, 3(s0)
        li      t0, 7
        sb      t0, 0(s0)
        lbu     s1, 0(s0)
        li      t0, 3
        sb      t0, 3(s0)
        mv      a0, s1
        call    hex
        lbu     a0, 3(s0)
        call    hex
        j       finish
