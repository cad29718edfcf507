# isagrid: --dialect mars --max-instructions 100000
        .text
wait:   lui     $t0, 0xffff
        lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beq     $t1, $zero, wait
