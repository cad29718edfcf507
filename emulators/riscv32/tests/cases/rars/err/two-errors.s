        .text
main:   foo  a0
        bar  a1
