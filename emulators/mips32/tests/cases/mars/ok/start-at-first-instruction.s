        nop
        .globl  main
main:   nop
