# isagrid: --dialect mars --max-instructions 1000
main:   li      $t0, 5
again:  jal     step
        j       again
step:   addi    $t0, $t0, 1
        addi    $t0, $t0, 1
        addi    $t0, $t0, 1
        jr      $ra
