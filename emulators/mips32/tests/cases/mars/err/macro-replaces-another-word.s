        .macro  count
a:      addi    $a0, $a0, -1
        bnez    $a0, a
        .end_macro
        count
