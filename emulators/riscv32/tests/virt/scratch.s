# Scratch, modem status, interrupt enable and modem control.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x10000000
        li      t0, 0x5a
        sb      t0, 7(s0)
        lbu     a0, 7(s0)
        call    hex
        lbu     a0, 6(s0)
        call    hex
        lbu     a0, 1(s0)
        call    hex
        lbu     a0, 4(s0)
        call    hex
        j       finish
