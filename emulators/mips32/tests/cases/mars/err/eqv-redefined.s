        .eqv    N 5
        .eqv    N 6
        li      $t0, N
