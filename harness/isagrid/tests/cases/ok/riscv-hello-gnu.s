# isagrid: --counts
        .section .rodata
hello:  .ascii  "hello\n"
        .equ    LENGTH, . - hello
        .text
        .globl  _start
_start: li      a0, 1
        la      a1, hello
        li      a2, LENGTH
        li      a7, 64
        ecall
        li      a0, 0
        li      a7, 93
        ecall
