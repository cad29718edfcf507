        .text
        .globl  main
main:
        li $s0, 0
        mtc1 $0, $f0
        c.eq.s $f0, $f0
        bc1fl L
        addiu $s0, $s0, 1
        addiu $s0, $s0, 10
L:
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
