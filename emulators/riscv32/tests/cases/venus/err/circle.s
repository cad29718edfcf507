        .equ a, b
        .equ b, a
        .equ c, nothing
        li   a0, a
