        .macro  outer
        inner
        .end_macro
        .macro  inner
        nop
        .end_macro
        outer
