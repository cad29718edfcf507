# options: none bare np
        .globl  __start
__start:
        addi    $t0, $t0, 100000
        lw      $t0, number
        .data
number: .word   1
