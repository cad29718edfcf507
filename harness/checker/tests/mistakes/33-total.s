; The sum of five prices, as a digit on the console of py65mon.
        lda #0
        clc
next    adc prices,x
        inx
        cpx #5
        bne next
        ora #'0'
        sta $f001
        brk
prices  .byte 1, 2, 1, 2, 1
