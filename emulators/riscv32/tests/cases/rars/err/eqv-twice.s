        .eqv N, 5
        .eqv N, 6
main:   li   a0, N
