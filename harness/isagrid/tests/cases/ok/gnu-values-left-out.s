# isagrid: --dialect gnu --exit-code
# GNU as warns of a value that is missing, and of ends of what was not begun.
        .data
x:      .word   5,
        .word   ,7
        .float  1,
        .endm
        .endr
        .exitm
        .text
        .globl  _start
_start: la      t0, x
        lw      a0, 4(t0)
        lw      t1, 8(t0)
        add     a0, a0, t1
        li      a7, 93
        ecall
