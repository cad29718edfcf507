# Accepted with a remark.
        .data
        .byte 256, -129, 255
        .half 70000
        .word 4294967295
        .asciiz "x"
        .wrod 1
        .section .bss
        .section
        addi a0, a0, 1
        .text
        .align 1
main:   nop
