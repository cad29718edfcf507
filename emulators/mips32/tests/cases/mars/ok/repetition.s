        .data
x:      .word   7 : 3
        .byte   1:2
        .double 1.5 : 2
