        .data
x: .word 1, 2
        .text
main:
        li t0, 4
        lw a0, x(t0)
