main:   addd    $t0, $t0, $t1
        mov     $t0, $t1
        subi    $t0, $t0, 1
loop
