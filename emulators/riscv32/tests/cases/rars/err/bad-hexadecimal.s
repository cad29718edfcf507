        .text
main:   li   a0, 0xZZ
