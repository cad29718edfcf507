        .text   0x1000
main:   jr      $ra
        .data   0x5000
        .word   1
        .text   0x00400101
        nop
