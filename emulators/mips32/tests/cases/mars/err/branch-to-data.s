        .data
x:      .byte   1
y:      .byte   1
        .text
        b       y
