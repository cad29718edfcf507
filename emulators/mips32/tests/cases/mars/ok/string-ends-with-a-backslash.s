        .data
x:      .asciiz "a\\"
        .asciiz "\\\\"
y:      .asciiz "a\"
        .text
main:   nop
