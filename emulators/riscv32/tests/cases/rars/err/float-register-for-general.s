        .text
main:   add  fa0, a1, a2
