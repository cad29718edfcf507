# Registers of PLIC.
        .globl  _start
_start: li      sp, 0x80100000
        li      s0, 0x0c000000
        li      t0, 5
        sw      t0, 40(s0)
        lw      a0, 40(s0)
        call    hex
        li      s1, 0x0c002000
        li      t0, 0x400
        sw      t0, 0(s1)
        lw      a0, 0(s1)
        call    hex
        li      s2, 0x0c200000
        li      t0, 3
        sw      t0, 0(s2)
        lw      a0, 0(s2)
        call    hex
        lw      a0, 4(s2)
        call    hex
        j       finish
