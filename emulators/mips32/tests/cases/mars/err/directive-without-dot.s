        .data
x:      asciiz "abc"
        .text
        globl main
main:   nop
        x
