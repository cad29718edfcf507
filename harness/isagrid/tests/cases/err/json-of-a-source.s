# isagrid: --dialect mars --json
main:   addd    $t0, $t1, $t2
        lw      $t0, nowhere
