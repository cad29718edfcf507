# options: we
        .data
x:      .byte   300
        .text
        nop
