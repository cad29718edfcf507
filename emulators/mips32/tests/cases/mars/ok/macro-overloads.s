        .macro  put
        nop
        .end_macro
        .macro  put (%a)
        li      $a0, %a
        .end_macro
        .macro  put %a, %b
        put     (%a)
        put     (%b)
        put
        .end_macro
        put     (1, 2)
