_start: .wrod   5
        .word   5 6
        .word   )
        .word   (1
        .word   0o17
        .word   1/0
        .word   99999999999999999999
        .ascii  "abc
        .ascii  abc
        .ascii  "\x"
        .float  one
        .globl
        .equ
        1abc: nop
        *
        .byte   1b
        .balign 3
        .align  -1
        .fill   1, -1
        .insn   q 1
        .insn   4, 1
        .section
        .section .x, "q"
        .section .x, "a", @strange
        .incbin "nothing"
        .include "../secret"
        .error  "stop"
        .err
