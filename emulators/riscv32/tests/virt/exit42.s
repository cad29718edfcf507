# Ends with a status of its own.
        .globl  _start
_start: li      a0, 0x100000
        li      t0, 0x2a3333
        sw      t0, 0(a0)
1:      j       1b
