        .text
main:   addi a0, a0, a1
