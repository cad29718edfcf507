        .data
x:      .asciz "abc
        .text
main:   nop
