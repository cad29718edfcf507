# options: db
        div     $t0, $t1, $t2
        mulo    $t0, $t1, 5
        mulou   $t0, $t1, $t2
x:      bge     $t0, $t1, x
        b       x
