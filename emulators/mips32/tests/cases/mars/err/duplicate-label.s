loop:   nop
loop:   nop
        .data
loop:   .word   1
