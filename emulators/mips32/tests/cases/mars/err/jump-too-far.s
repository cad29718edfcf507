        j       handler
        .ktext  0x80000180
handler: nop
