# isagrid: --dialect mars --mapped-io --max-instructions 100000
        .text
        lui     $t0, 0xffff
wait:   lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beq     $t1, $zero, wait
        lw      $t1, 4($t0)
        j       wait
