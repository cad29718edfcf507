b:      nop
add:    nop
        bnez    $t0, add
        b       b
        j       add
