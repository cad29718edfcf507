        .macro again
        nop
        again
        .end_macro
        .text
main:   again
