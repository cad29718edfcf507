        .text
main:   beq  a0, a1, t0
