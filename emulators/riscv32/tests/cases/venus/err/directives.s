        .data
        .global x
        .asciz "a"
        .zero 4
        .wrod 1
        .byte 256
        .byte -128
        .byte x
        .half x
        .word '\0'
        .float x
        .asciiz abc
        .asciiz "é"
        .asciiz "a", "b"
        .asciiz "open
        .space -1
        .space x
        .align 9
        .equ x
        .equiv y, 1
        .equiv y, 2
        .register_size 64
        .data_start 0
        .space 0x7fffffff
        .import "../x"
        .import nothing.s
        la   a0, y
        .text
        b    next
        sext.b a0, a1
        fdiv.d fa0, fa1, fa2
        sext.w a0, a1
next:   .string 'a'
