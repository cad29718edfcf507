# Lines of a Windows editor.
        .text
        .globl main
main:   li $a0, 5
        li $v0, 1
        syscall
        li $v0, 10
        syscall
