# isagrid: --dialect rars --linux-calls --exit-code
# The language of RARS, and the calls of Linux: 64 writes, 93 ends.
        .data
text:   .asciz  "hello\n"
        .text
main:   li      a0, 1
        la      a1, text
        li      a2, 6
        li      a7, 64
        ecall
        li      a0, 0
        li      a7, 93
        ecall
