# isagrid: --dialect mars
        .data
x:      .word   0x123456789
        .text
main:   li      $t0, -2147483649
        sll     $t0, $t0, 5000000000
