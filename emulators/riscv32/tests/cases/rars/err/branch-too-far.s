main:   beqz t0, far
        .text 0x00402000
far:    nop
