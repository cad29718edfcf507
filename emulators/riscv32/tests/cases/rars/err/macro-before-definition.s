main:   put
        .macro put
        li   a0, 1
        .end_macro
