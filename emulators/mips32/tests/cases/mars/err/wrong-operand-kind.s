        add     $t0, $t1, $f2
        li      $t0, $t1
        j       0x400000
        lw      $t0, $t1
        la      $t0, "text"
        addi    $t0, $t1, N
