main:   addi    $at, $zero, 1
        lw      $t0, 4($1)
