        nop
        .end_macro
