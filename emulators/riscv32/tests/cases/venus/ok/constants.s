# a constant may be defined behind its use, and by another one
        .equ  size, count
        .set  count, 3
        .set  count, 4
        .equiv mask, 0xff
        .equ  top, end
        li    a0, size
        addi  a1, a1, mask
        slli  a2, a2, size
        lw    a3, size(sp)
        sw    a3, size(sp)
        lui   a4, mask
end:    addi  a5, zero, top
        addi  a6, zero, end-top
        addi  a7, zero, -size
