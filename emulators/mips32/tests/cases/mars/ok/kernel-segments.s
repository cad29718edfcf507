        .kdata
        .byte   1
k:      .word   2
        .ktext  0x80000180
        la      $k0, k
        eret
        .text
        nop
