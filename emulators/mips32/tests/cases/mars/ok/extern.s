        .extern buffer 16
        .extern other 4
        .extern buffer 99
        la      $t0, other
        lw      $t0, buffer
