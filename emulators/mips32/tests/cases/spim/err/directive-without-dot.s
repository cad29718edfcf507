        .data
x:      asciiz "abc"
y:      .asciz "abc"
        .text
        .globl main
main:   nop
        x y:
