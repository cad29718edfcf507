        .data   0x00400000
        .word   1
        .data   0x20000000
        .asciiz "lost"
