# What the chip does not have: its cycle counter has another number.
        .globl  _start
_start: li      a0, 1
        rdcycle a1
        li      a7, 93
        ecall
