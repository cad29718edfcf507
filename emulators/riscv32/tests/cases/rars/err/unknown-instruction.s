        .text
main:   addd a0, a0, a1
