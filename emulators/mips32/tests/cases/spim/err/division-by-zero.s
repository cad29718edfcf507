main:   div     $t0, $t1, 0
        rem     $t0, $t1, 0
        .data
        .word   5 / 0
