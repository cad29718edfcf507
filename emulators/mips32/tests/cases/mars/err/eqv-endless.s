        .eqv    PING PONG
        .eqv    PONG PING
        li      $t0, PING
