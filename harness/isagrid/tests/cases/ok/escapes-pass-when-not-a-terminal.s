# Byte for byte: an escape sequence is the program's own business when nobody can be fooled by it.
        .data
text:   .asciiz "\t[31mred\n"
        .text
        .globl main
main:   li $a0, 27
        li $v0, 11
        syscall
        la $a0, text
        li $v0, 4
        syscall
        li $v0, 10
        syscall
