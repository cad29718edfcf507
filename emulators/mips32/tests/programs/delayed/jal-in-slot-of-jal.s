        .text
        .globl  main
main:
        li $s0, 0
        jal L
        jal M
        addiu $s0, $s0, 1
        b E
        nop
L: addiu $s0, $s0, 10
        jr $ra
        nop
M: addiu $s0, $s0, 100
        jr $ra
        nop
E:
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
