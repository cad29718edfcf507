        .macro put(%a)
        li   a0, %a
        .end_macro
main:   put(1, 2)
