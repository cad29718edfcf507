        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
        .data   0x10010000
        .byte   1 : 4000000
