# Polls the serial port for a line, and changes the case of its letters.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x10000000
6:      lbu     t0, 5(s0)
        andi    t0, t0, 1
        beqz    t0, 6b
        lbu     t0, 0(s0)
        li      t1, 10
        beq     t0, t1, 7f
        xori    t0, t0, 32
        sb      t0, 0(s0)
        j       6b
7:      sb      t0, 0(s0)
        j       finish
