        .text
far:    nop
        .text   0x00420008
        b       far
        bge     $t0, 5, far
