        slti    $t0, $t1, 40000
        sll     $t0, $t1, 32
        lui     $t0, 65536
        li      $t0, -2147483649
        movf    $t0, $t1, 8
