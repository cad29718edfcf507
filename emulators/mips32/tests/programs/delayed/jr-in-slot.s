        .text
        .globl  main
main:
        li $s0, 0
        la $t0, M
        b L
        jr $t0
        addiu $s0, $s0, 1
L: addiu $s0, $s0, 10
M: addiu $s0, $s0, 100
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
