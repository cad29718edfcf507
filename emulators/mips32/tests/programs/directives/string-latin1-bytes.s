        .data
d:      .asciiz "été\n"
        .text
        .globl main
main:   la $a0, d
        li $v0, 4
        syscall
        lbu $a0, d
        li $v0, 1
        syscall
        li      $v0, 10
        syscall
