        .text   0x10010000
        nop
        .text   0x00400002
        nop
        .text   0x00800000
        nop
