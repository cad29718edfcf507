        .macro nop
        li   a0, 9
        .end_macro
main:   nop
