# NAME = value is SPIM's, so the dialect is SPIM without being asked for.
ten = 10
        .text
        .globl main
main:   li $a0, ten
        li $v0, 1
        syscall
        jr $ra
