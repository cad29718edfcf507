        .data
        li      $t0, 1
        .text
        nop
