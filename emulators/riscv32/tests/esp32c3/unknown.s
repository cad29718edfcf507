# Asks a peripheral that is not simulated, LEDC.
        .globl  _start
_start: li      t0, 0x60019000
        lw      a0, 4(t0)
        sw      zero, 8(t0)
        li      a7, 93
        ecall
