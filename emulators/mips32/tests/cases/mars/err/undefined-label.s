loop:   beq     $t0, $zero, lop
        j       nowhere
        lw      $t0, array+4
