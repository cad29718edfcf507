        .err
        .repeat 5
        .struct 0
main:   jr      $ra
