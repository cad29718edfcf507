first:  nop
        nop
        .text   0x00400004
second: nop
