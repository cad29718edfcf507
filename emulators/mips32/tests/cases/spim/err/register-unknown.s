main:   add     $t0, $t10, $t1
        add.s   $f0, $f2, $f32
        add     $t0, $32, $t1
        j       $t12
