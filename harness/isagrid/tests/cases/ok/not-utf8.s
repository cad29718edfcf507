# café
        .text
        .globl main
main:   li $v0, 10
        syscall
