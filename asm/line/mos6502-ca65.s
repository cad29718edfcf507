; A puzzle on one line, for ca65 and sim65: what is around a search compiled by cc65.
;
; Input:   one line of 81 characters on standard input, row after row.
;          1 to 9 are digits; 0 and every other character is a blank cell.
; Output:  the solved grid as one line of 81 digits.
;          Without one: the text at _sorry, and exit status 1.
;
; Memory:  the cell in row r and column c (from 0) is the byte at _grid + 9 r + c; 0 is blank.
;
; Another file has
;   _sudoku  fills the grid; A is 1 when it is full, else 0
;   _sorry   a string with a null at its end that says why it is not

        .export         _grid, __EXEHDR__: absolute = 1
        .import         _sudoku, _sorry
        .importzp       sp

READ    = $fff6                 ; sim65: read(fd, address, count)
WRITE   = $fff7                 ; write(fd, address, count)
EXIT    = $fff9                 ; exit(status)

CELLS   = 81
STACK   = $fff0                 ; the end of the stack of C

        .segment        "EXEHDR"
        .byte   "sim65", 2, 0   ; version 2, for a 6502
        .byte   sp
        .word   start, start

        .zeropage
left:   .res    1               ; characters still to come

        .bss
_grid:  .res    CELLS
line:   .res    CELLS+1         ; as characters, and a newline

        .data
place:  .word   line, 0         ; arguments for sim65, the last one first: an address, a file
solved: .word   line, 1
failed: .word   _sorry, 1

        .segment        "STARTUP"
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
store:  sta     _grid,x
        dex
        bpl     number

        lda     #<STACK
        ldx     #>STACK
        jsr     arguments       ; the same pointer is the stack pointer of C
        jsr     _sudoku
        tax
        beq     fail

        ldx     #CELLS-1        ; turn numbers into characters
char:   lda     _grid,x
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
        ldy     #$ff            ; the length of the text
length: iny
        lda     _sorry,y
        bne     length
        tya
        ldx     #0
        jsr     WRITE
        lda     #1
        jmp     EXIT

; arguments: passes the address and the file number at A and X to the next call of sim65.
arguments:
        sta     sp
        stx     sp+1
        rts
