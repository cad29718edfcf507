# options: none bare np
        .globl  __start
__start:
        addi    $at, $t0, 5
        add     $t0, $t1, 5
        beq     $t0, $t1, __start
b:      j       b
        .data
        .word   1
