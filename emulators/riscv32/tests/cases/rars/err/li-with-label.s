        .data
x: .word 1
        .text
main:
        li a0, x
