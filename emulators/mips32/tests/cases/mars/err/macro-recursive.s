        .macro  again
        nop
        again
        .end_macro
        again
