        .data
tab:    .word   0, 0
        .word   1, -1
        .word   0x7fffffff, 1
        .word   0x80000000, -1
        .word   0x80000000, 0x80000000
        .word   -1, -1
        .text
        .globl  main
main:
        la $s0, tab
        li $s1, 6
loop:
        lw $t0, 0($s0)
        lw $t1, 4($s0)
        li $t2, 1
        bnel $t0, $t1, over
        li $t2, 0
over:
        move $a0, $t2
        jal px
        addiu $s0, $s0, 8
        addiu $s1, $s1, -1
        bgtz $s1, loop
        li      $v0, 10
        syscall
px:     addu    $v1, $zero, $a0
        ori     $t9, $zero, 8
px1:    srl     $a0, $v1, 28
        sll     $v1, $v1, 4
        slti    $t8, $a0, 10
        bne     $t8, $zero, px2
        addiu   $a0, $a0, 39
px2:    addiu   $a0, $a0, 48
        ori     $v0, $zero, 11
        syscall
        addiu   $t9, $t9, -1
        bgtz    $t9, px1
        ori     $a0, $zero, 10
        syscall
        jr      $ra
