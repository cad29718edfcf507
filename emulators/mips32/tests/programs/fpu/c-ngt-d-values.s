        .data
        .align 3
d:      .word   0, 0x3ff00000, 0, 0x40000000, 0, 0x40000000, 0, 0x3ff00000, 0, 0x7ff80000, 0, 0x3ff00000, 0, 0x80000000, 0, 0
        .text
        .globl  main
main:
        la $s0, d
        li $s1, 4
l:
        ldc1 $f0, 0($s0)
        ldc1 $f2, 8($s0)
        c.ngt.d $f0, $f2
        li $a0, 1
        bc1t t
        li $a0, 0
t:
        jal px
        addiu $s0, $s0, 16
        addiu $s1, $s1, -1
        bgtz $s1, l
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
