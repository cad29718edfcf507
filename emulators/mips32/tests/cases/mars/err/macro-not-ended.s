        .macro  open (%x)
        li      $t0, %x
        nop
