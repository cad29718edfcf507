main:   addd    $t0, $t1, $t2
        sycall
