        .text
        .globl  __start
        .globl  main
__start:
main:
        lb $t0, -1($zero)
        move $a0, $s7
        jal px
        la $t0, main
        subu $a0, $s6, $t0
        jal px
        move $a0, $s5
        jal px
        move $a0, $s4
        jal px
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
        .ktext  0x80000180
        mfc0    $k0, $13
        srl     $k0, $k0, 2
        andi    $k0, $k0, 31
        or      $s7, $zero, $k0
        mfc0    $s6, $14
        mfc0    $s5, $8
        addiu   $k0, $s6, 4
        mtc0    $k0, $14
        mfc0    $s4, $12
        eret
