# isagrid: --dialect gnu --engine translate
# A list that leads to itself, until its end is reached in the midst of native code.
        .text
        .globl  _start
_start: la      t0, ring
        li      s1, 3000
        li      s2, 1000
next:   lw      t0, 0(t0)
        bne     s1, s2, on
        sw      zero, 0(t0)
on:     addi    s1, s1, -1
        bnez    s1, next
        li      a7, 93
        ecall
        .data
ring:   .word   ring
