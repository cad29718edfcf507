        .rept   1000
        .rept   1000
        .rept   1000
        nop
        .endr
        .endr
        .endr
