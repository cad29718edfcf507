# isagrid: --dialect mars
main:   li      $t0, 1
        addi    $t0, $t0, 1
