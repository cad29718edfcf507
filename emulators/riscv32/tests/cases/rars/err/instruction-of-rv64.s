        .text
main:   ld   a0, 0(sp)
