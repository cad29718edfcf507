# options: sm
        nop
        .globl  main
main:   nop
