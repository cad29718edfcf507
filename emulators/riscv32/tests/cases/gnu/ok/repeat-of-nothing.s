# Nothing a thousand million times is nothing.
        .rept   1000
        .rept   1000000000
        .endr
        .endr
        nop
