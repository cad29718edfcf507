# Adds the two numbers of its input.
        .text
        .globl main
main:   li $v0, 5
        syscall
        move $t0, $v0
        li $v0, 5
        syscall
        addu $a0, $t0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
