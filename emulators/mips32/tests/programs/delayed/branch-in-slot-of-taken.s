        .text
        .globl  main
main:
        li $s0, 0
        b L
        b M
        addiu $s0, $s0, 1
L: addiu $s0, $s0, 10
M: addiu $s0, $s0, 100
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
