        .text
        .globl  main
main:
        li $t0, 7
        sw $t0, -4($sp)
        sw $t0, -8($sp)
        li $s0, 1
        l.d $f0, -8($sp)
        mov.d $f2, $f0
        mfc1 $s0, $f3
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
