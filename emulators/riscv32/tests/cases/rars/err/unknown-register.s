        .text
main:   addi a9, a0, 1
