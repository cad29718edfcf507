        .macro  wait (%n)
        li      $t0, %n
loop:   addi    $t0, $t0, -1
        bnez    $t0, loop
        .end_macro
loop:   wait    (5)
        wait    6
        b       loop
