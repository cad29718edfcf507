twice:  nop
        .equ twice, 1
