        .text
main:   li   a0, 1.5
