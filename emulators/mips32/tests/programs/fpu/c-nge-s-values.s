        .data
d:      .word   0x3f800000, 0x40000000, 0x3f800000, 0x3f800000, 0x40000000, 0x3f800000, 0x80000000, 0, 0x7fc00000, 0x3f800000, 0x7fc00000, 0x7fc00000, 0xff800000, 0x7f800000
        .text
        .globl  main
main:
        la $s0, d
        li $s1, 7
l:
        lwc1 $f0, 0($s0)
        lwc1 $f1, 4($s0)
        c.nge.s $f0, $f1
        li $a0, 1
        bc1t t
        li $a0, 0
t:
        jal px
        addiu $s0, $s0, 8
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
