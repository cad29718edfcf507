main:   li   a0, N
        .eqv N, 5
