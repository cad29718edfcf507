        .globl  main
        .globl  main
main:   nop
