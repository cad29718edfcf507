; The sum of five numbers, for the 6502 under sim65: 3 + 1 + 4 + 1 + 5 = 14.

WRITE   = $fff7                 ; sim65: write(fd, address, count)
EXIT    = $fff9                 ; exit(status in A)
c_sp    = $00                   ; where sim65 finds the address of the other arguments

        .org    $0200

start:  ldx     #$ff            ; the stack is at $0100 to $01ff
        txs
        cld                     ; no decimal arithmetic
        lda     #0              ; A: the sum so far
        ldx     #4              ; X: the index of the next number, from the last one down
loop:   clc                     ; without a carry,
        adc     numbers,x       ; add the number
        dex
        bpl     loop            ; again, until X is negative

        ldx     #'0'-1          ; divide by ten: X counts the tens, as a character
tens:   inx
        sec
        sbc     #10
        bcs     tens
        adc     #'0'+10         ; the last ten was one too many; the rest, as a character
        stx     text
        sta     text+1

        lda     #<arguments     ; write three bytes
        sta     c_sp
        lda     #>arguments
        sta     c_sp+1
        lda     #3              ; the count, in A and X
        ldx     #0
        jsr     WRITE
        lda     #0
        jmp     EXIT

numbers: .byte  3, 1, 4, 1, 5
arguments: .word text, 1        ; an address, and the file of standard output
text:   .byte   0, 0, 10        ; two digits, and the end of the line
