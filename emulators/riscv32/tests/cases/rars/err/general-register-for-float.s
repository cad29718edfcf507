        .text
main:   fadd.s a0, fa1, fa2
