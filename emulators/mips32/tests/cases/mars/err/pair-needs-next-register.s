        ld      $ra, 0($t0)
        mfc1.d  $t0, $f31
