        .data
x:      .word 1
        .text
main:   sw   a0, x
