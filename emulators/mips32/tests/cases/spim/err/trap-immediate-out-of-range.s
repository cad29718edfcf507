main:   teqi    $t0, 40000
