        .data
        .byte   200, -129
        .half   40000
