; Sudoku 9x9 by backtracking, for the 6502 under sim65.
;
; Input:   one line of 81 characters on standard input, row after row.
;          1 to 9 are digits; 0 and every other character is a blank cell.
; Output:  the solved grid as one line of 81 digits.
;          Without a solution: the line "no solution" and exit status 1.
;
; Method:  take the first blank cell in reading order, try the digits 1 to 9 in it,
;          and let the same procedure do the rest of the grid. If it cannot, the digit
;          was wrong: blank the cell again and try the next one.
;
; Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c.
;          Each call of solve has a page of its own from FRAMES on, because the stack of
;          the 6502 has only 256 bytes. Byte d of the page is not 0 if digit d cannot
;          stand in the call's cell, byte END is 0, and byte CELL is the cell's number.
;
; With cc65: ca65 FILE, then ld65 with a configuration that puts sim65's header before $0200.

READ    = $fff6                 ; sim65: read(fd, address, count)
WRITE   = $fff7                 ; write(fd, address, count)
EXIT    = $fff9                 ; exit(status)

CELLS   = 81
FRAMES  = $2000
END     = 10
CELL    = 11

c_sp    = $00                   ; where sim65 finds the arguments before the last one
frame   = $02                   ; the page of the running call
cell    = $04                   ; the cell that solve works on
left    = $05                   ; characters still to come

        .org    $0200

start:  ldx     #$ff
        txs
        cld
        lda     #CELLS
        sta     left
read:   lda     #<place         ; a read may return less than it was asked for
        ldx     #>place
        jsr     arguments
        lda     left
        ldx     #0
        jsr     READ
        tay
        beq     digits          ; end of input: what is missing is blank
        clc
        adc     place
        sta     place
        bcc     same
        inc     place+1
same:   tya
        eor     #$ff            ; left = left - Y
        sec
        adc     left
        sta     left
        bne     read

digits: ldx     #CELLS-1        ; turn characters into numbers
number: lda     line,x
        sec
        sbc     #'0'
        cmp     #10             ; characters below '0' are large now
        bcc     store
        lda     #0              ; not a digit: blank
store:  sta     grid,x
        dex
        bpl     number

        lda     #0
        sta     frame
        lda     #>FRAMES
        sta     frame+1
        ldx     #0              ; start looking at the first cell
        jsr     solve
        bcc     fail

        ldx     #CELLS-1        ; turn numbers into characters
char:   lda     grid,x
        ora     #'0'
        sta     line,x
        dex
        bpl     char
        lda     #10
        sta     line+CELLS
        lda     #<solved
        ldx     #>solved
        jsr     arguments
        lda     #CELLS+1
        ldx     #0
        jsr     WRITE
        lda     #0
        jmp     EXIT

fail:   lda     #<failed
        ldx     #>failed
        jsr     arguments
        lda     #SORRY_SIZE
        ldx     #0
        jsr     WRITE
        lda     #1
        jmp     EXIT

; arguments: passes the address and the file number at A and X to the next call of sim65.
arguments:
        sta     c_sp
        stx     c_sp+1
        rts

; solve: fills every blank cell from a given one on.
;   in:  X      a cell with no blank cell before it
;        frame  the page before this call's page
;   out: C      1 when the grid is full, 0 when there is no way (the grid is as before)
full:   rts                     ; no blank cell is left, and CPX has set C
solve:  lda     grid,x
        beq     gather
next:   inx
        cpx     #CELLS
        beq     full
        lda     grid,x
        bne     next
gather: inc     frame+1
        stx     cell
        txa
        ldy     #CELL
        sta     (frame),y

; The digits that cannot stand here are those of the row, the column and the box. They stay
; the same while this call tries its digits, so they are gathered once. A blank cell marks
; byte 0, which is not looked at.
        lda     #0
        ldy     #END
clear:  sta     (frame),y
        dey
        bne     clear
        lda     #1
        ldy     cell
        ldx     row,y
        ldy     grid,x
        sta     (frame),y
        ldy     grid+1,x
        sta     (frame),y
        ldy     grid+2,x
        sta     (frame),y
        ldy     grid+3,x
        sta     (frame),y
        ldy     grid+4,x
        sta     (frame),y
        ldy     grid+5,x
        sta     (frame),y
        ldy     grid+6,x
        sta     (frame),y
        ldy     grid+7,x
        sta     (frame),y
        ldy     grid+8,x
        sta     (frame),y
        ldy     cell
        ldx     column,y
        ldy     grid,x
        sta     (frame),y
        ldy     grid+9,x
        sta     (frame),y
        ldy     grid+18,x
        sta     (frame),y
        ldy     grid+27,x
        sta     (frame),y
        ldy     grid+36,x
        sta     (frame),y
        ldy     grid+45,x
        sta     (frame),y
        ldy     grid+54,x
        sta     (frame),y
        ldy     grid+63,x
        sta     (frame),y
        ldy     grid+72,x
        sta     (frame),y
        ldy     cell
        ldx     box,y
        ldy     grid,x
        sta     (frame),y
        ldy     grid+1,x
        sta     (frame),y
        ldy     grid+2,x
        sta     (frame),y
        ldy     grid+9,x
        sta     (frame),y
        ldy     grid+10,x
        sta     (frame),y
        ldy     grid+11,x
        sta     (frame),y
        ldy     grid+18,x
        sta     (frame),y
        ldy     grid+19,x
        sta     (frame),y
        ldy     grid+20,x
        sta     (frame),y
        ldx     cell
        ldy     #0
try:    iny
        lda     (frame),y
        bne     try
        cpy     #END
        beq     none
        tya
        sta     grid,x          ; place the digit
        jsr     solve
        bcs     return          ; solved: leave the grid as it is
        ldy     #CELL
        lda     (frame),y
        tax
        ldy     grid,x
        lda     #0
        sta     grid,x          ; undo
        beq     try             ; always
none:   dec     frame+1         ; no digit fits: an earlier one must be wrong
        clc
return: rts

; The first cell of the row, the column and the box of each cell.
row:    .byte   0, 0, 0, 0, 0, 0, 0, 0, 0
        .byte   9, 9, 9, 9, 9, 9, 9, 9, 9
        .byte   18, 18, 18, 18, 18, 18, 18, 18, 18
        .byte   27, 27, 27, 27, 27, 27, 27, 27, 27
        .byte   36, 36, 36, 36, 36, 36, 36, 36, 36
        .byte   45, 45, 45, 45, 45, 45, 45, 45, 45
        .byte   54, 54, 54, 54, 54, 54, 54, 54, 54
        .byte   63, 63, 63, 63, 63, 63, 63, 63, 63
        .byte   72, 72, 72, 72, 72, 72, 72, 72, 72
column: .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8
box:    .byte   0, 0, 0, 3, 3, 3, 6, 6, 6
        .byte   0, 0, 0, 3, 3, 3, 6, 6, 6
        .byte   0, 0, 0, 3, 3, 3, 6, 6, 6
        .byte   27, 27, 27, 30, 30, 30, 33, 33, 33
        .byte   27, 27, 27, 30, 30, 30, 33, 33, 33
        .byte   27, 27, 27, 30, 30, 30, 33, 33, 33
        .byte   54, 54, 54, 57, 57, 57, 60, 60, 60
        .byte   54, 54, 54, 57, 57, 57, 60, 60, 60
        .byte   54, 54, 54, 57, 57, 57, 60, 60, 60

place:  .word   line, 0         ; arguments for sim65, the last one first: an address, a file
solved: .word   line, 1
failed: .word   sorry, 1
sorry:  .byte   "no solution", 10
SORRY_SIZE = * - sorry

grid:   .res    CELLS
line:   .res    CELLS+1         ; as characters, and a newline
