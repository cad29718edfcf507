# isagrid: --dialect spim
unused = 1
main:   li      $t0, 1
        addi    $t0, $t0, 1
