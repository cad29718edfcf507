        .rept   3
        nop
