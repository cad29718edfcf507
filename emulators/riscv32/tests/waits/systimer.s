# Waits for a value of SYSTIMER that is far away.
        .globl  _start
_start: lui     a1, 0x60023
        lui     a2, 0x40000
        lui     t1, 0x40000
1:      sw      a2, 4(a1)
        lw      a0, 0x44(a1)
        bltu    a0, t1, 1b
        j       1b
