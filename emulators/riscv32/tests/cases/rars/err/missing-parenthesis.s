        .text
main:   lw   a0, 0(sp
