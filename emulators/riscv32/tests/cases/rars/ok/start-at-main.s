# options: sm
        li   a0, 1
        .globl main
main:   li   a0, 2
