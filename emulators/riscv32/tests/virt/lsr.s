# Line status of an idle serial port.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x10000000
        lbu     a0, 5(s0)
        andi    a0, a0, 0xfe            # whether a byte was received depends on the input
        call    hex
        j       finish
