        .data
x:      word 5
        .text
main:   globl x
