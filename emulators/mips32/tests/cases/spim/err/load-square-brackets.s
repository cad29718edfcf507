main:   lw      $t0, 4[$sp]
        lw      $t0, %lo(x)($t1)
        lw      $t0, 4($t1
        lw      $t0, 4(x)
