        .eqv    ONE (ONE)
        li      $t0, ONE
