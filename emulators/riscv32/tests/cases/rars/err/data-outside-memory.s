        .data 0x00400000
        .word 1
        .data 0x90000000
        .byte 1
        .data
        .space 0x7fff0000
        .space 0x7fff0000
