# isagrid: --dialect mars
        .text
main:   li      $t0, 3
loop:   addi    $t0, $t0, -1
        bnez    $t0, loop
