        .text
        .globl  main
main:
        li $a0, 65
        li $v0, 11
        syscall
        lui $t1, 0x8000
        sw $t0, 0x180($t1)
        li $a0, 66
        li $v0, 11
        syscall
        li      $v0, 10
        syscall
