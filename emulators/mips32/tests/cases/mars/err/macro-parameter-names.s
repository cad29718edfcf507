        .macro  show (x)
        .end_macro
        .macro  add (%x)
        .end_macro
        .macro  put (%first)
        li      $t0, %frist
        .end_macro
        put     (5)
