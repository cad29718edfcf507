        .text
main:   c.addi a0, 1
