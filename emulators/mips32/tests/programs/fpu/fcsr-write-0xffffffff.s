        .text
        .globl  main
main:
        li $t0, 0xffffffff
        ctc1 $t0, $31
        cfc1 $a0, $31
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
