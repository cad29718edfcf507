        .text
        .globl  main
main:
        li $a0, 65
        li $v0, 11
        syscall
        .word 0xffffffff
        li $a0, 66
        li $v0, 11
        syscall
        li      $v0, 10
        syscall
