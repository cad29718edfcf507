        .text
        .globl main
main:   li $v0, 5
        syscall
