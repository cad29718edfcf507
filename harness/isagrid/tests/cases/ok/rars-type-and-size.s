# isagrid: --dialect rars
        .text
        .globl  main
        .type   main, @function
main:   li      a7, 10
        ecall
        .size   main, .-main
