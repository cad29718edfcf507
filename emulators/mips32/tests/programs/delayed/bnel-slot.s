        .text
        .globl  main
main:
        li $s0, 0
        li $t0, 1
        bnel $0, $0, L
        addiu $s0, $s0, 1
        addiu $s0, $s0, 10
L:
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
