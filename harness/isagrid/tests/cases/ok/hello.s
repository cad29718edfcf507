# The smallest program that prints.
        .data
text:   .asciiz "Hello, grid!\n"
        .text
        .globl main
main:   la $a0, text
        li $v0, 4
        syscall
        li $v0, 10
        syscall
