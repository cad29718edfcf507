main:   seb     $t0, $t1
        rotr    $t0, $t1, 3
        ext     $t0, $t1, 1, 2
        pref    0, 4($t0)
        jr.hb   $ra
