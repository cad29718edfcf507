        .data
b:      .word   a, b
a:      .word   1, -2 : 3
