; Copies a word in which each letter becomes the following one, for sim65.
from = $02
to   = $04
        lda #<word
        sta from
        lda #>word
        sta from+1
        lda #<copy
        sta to
        lda #>copy
        sta to+1
        jsr shift
        lda copy
        jmp $fff9               ; exit
shift:  lda (from),y
        beq @end
        clc
        adc #1
@end:   sta (to),y
        iny
        lda (from),y
        bne shift
        rts
word:   .asciiz "hal"
copy:   .res 4
