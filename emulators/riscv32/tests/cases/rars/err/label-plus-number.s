        .data
x: .word 1, 2
        .text
main:
        lw a0, x+4
