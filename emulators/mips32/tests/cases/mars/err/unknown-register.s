        add     $T0, $t1, $s8
        li      $t10, 5
        add.s   $f0, $f1, $f32
