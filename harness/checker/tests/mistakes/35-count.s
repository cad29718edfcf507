; Counts the ones in a byte, and writes their number.
        lda #%10110100
        jsr ones
        txa
        ora #'0'
        sta $f001
        brk
ones    asl a
        bcc skip
        inx
skip    bne ones
        rts
