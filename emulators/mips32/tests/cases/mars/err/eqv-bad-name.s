        .eqv    b 5
        .eqv    $t0 5
        .eqv    7 5
        li      $t0, 1
