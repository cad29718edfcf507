        .text
main:   lw   a0, sp
