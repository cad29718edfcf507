        .macro  outer
        .macro  inner
        nop
        .end_macro
        .end_macro
