; Counts the ones in a byte, and writes their number.
        lda #%10110100
        jsr ones
        txa
        ora #'0'
        sta $f001
        brk
ones
        ldx #0
next    asl a
        bcc skip
        inx
skip    cmp #0
        bne next
        rts
