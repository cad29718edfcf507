        .eqv    LETTER 'a'
        li      $t0, LETTER
