        .eqv A, 4
        .eqv B, A
main:   li   a0, B
