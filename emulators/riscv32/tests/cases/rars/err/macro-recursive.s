        .macro loop
        loop
        .end_macro
main:   loop
