        .text
main:   add  a0, a1, a2, a3
