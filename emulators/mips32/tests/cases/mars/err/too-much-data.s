        .data
x:      .word   1 : 2000000
