        .text
main:   nop
x:      .word 5
