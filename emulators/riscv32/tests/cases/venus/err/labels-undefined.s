loop:   nop
        j    nowhere
        beqz a0, 3f
        beqz a0, lop
        la   a0, loop+there
        li   a1, 4+3
        addi a0, a0, a1
        .data
        .word what
