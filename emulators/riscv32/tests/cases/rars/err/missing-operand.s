        .text
main:   add  a0, a1
