        .text
main:   move a0, a1
