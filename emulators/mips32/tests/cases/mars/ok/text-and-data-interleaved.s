        .text
        nop
        .data
        .word   1
        .text
        nop
        .data   0x10010010
        .word   2
        .data
        .word   3
