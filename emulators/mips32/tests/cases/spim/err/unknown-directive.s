        .dta
x:      .string "hello"
        .global main
main:   jr      $ra
