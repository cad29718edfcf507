; Solves a 9x9 Sudoku by backtracking. The input is one line of 81 characters; what is not a digit from 1 to 9 is a
; blank cell. The output is the same line without blanks, or `no solution`. The decisions are those of README.md.
;
; For each row, column and box there is the set of digits that are still free in it: bit 0 is digit 1. A digit that is
; placed is taken out of three sets by a subtraction, and comes back by an addition.

        .ORIG x3000
        LD R6, STACK
        LD R1, GRID_
        LD R5, SETS_
        LD R2, ROWS_
        LD R4, BOXES_

; Reads a cell: R1 is its address, R5 that of its three addresses of sets in `sets`; R2, R3 and R4 are the sets of its
; row, its column and its box.
NEXTROW LD R3, COLS_
        AND R0, R0, #0
        ADD R0, R0, #3
        ST R0, BOXES_LEFT
NEXTBOX AND R0, R0, #0
        ADD R0, R0, #3
        ST R0, CELLS_LEFT
READ    STR R2, R5, #0
        STR R3, R5, #1
        STR R4, R5, #2
        GETC
        LD R7, MINUS_0
        ADD R0, R0, R7          ; the digit, if it is one
        BRnz EMPTY
        ADD R7, R0, #-9
        BRnz GIVEN
EMPTY   AND R0, R0, #0
        STR R0, R1, #0
        BR CELL

GIVEN   STR R0, R1, #0
        LEA R7, BITS
        ADD R7, R7, R0
        LDR R7, R7, #-1
        NOT R7, R7
        LDR R0, R2, #0          ; digits of the puzzle may be equal, so none is subtracted here
        AND R0, R0, R7
        STR R0, R2, #0
        LDR R0, R3, #0
        AND R0, R0, R7
        STR R0, R3, #0
        LDR R0, R4, #0
        AND R0, R0, R7
        STR R0, R4, #0

CELL    ADD R1, R1, #1
        ADD R5, R5, #3
        ADD R3, R3, #1
        LD R0, CELLS_LEFT
        ADD R0, R0, #-1
        ST R0, CELLS_LEFT
        BRp READ
        ADD R4, R4, #1
        LD R0, BOXES_LEFT
        ADD R0, R0, #-1
        ST R0, BOXES_LEFT
        BRp NEXTBOX
        ADD R2, R2, #1
        ADD R4, R4, #-3          ; the next row has the same boxes
        LD R0, ROWS_LEFT
        ADD R0, R0, #-1
        ST R0, ROWS_LEFT
        BRp NEXTROW
        ADD R4, R4, #3           ; unless it is in the next band
        AND R0, R0, #0
        ADD R0, R0, #3
        ST R0, ROWS_LEFT
        LD R0, BANDS_LEFT
        ADD R0, R0, #-1
        ST R0, BANDS_LEFT
        BRp NEXTROW

        LD R1, GRID_
        LD R5, SETS_
        JSR SOLVE
        ADD R0, R0, #0
        BRp WRITE
        LEA R0, NONE
        PUTS
        HALT

WRITE   LD R1, GRID_
        LD R2, CELLS
        LD R3, ZERO
SHOW    LDR R0, R1, #0
        ADD R0, R0, R3
        OUT
        ADD R1, R1, #1
        ADD R2, R2, #-1
        BRp SHOW
        LD R0, NEWLINE
        OUT
        HALT

STACK   .FILL xFE00
GRID_   .FILL GRID
SETS_   .FILL SETS
ROWS_   .FILL ROWS
COLS_   .FILL COLS
BOXES_  .FILL BOXES
CELLS_LEFT .BLKW 1
BOXES_LEFT .BLKW 1
ROWS_LEFT  .FILL 3
BANDS_LEFT .FILL 3
CELLS   .FILL 81
MINUS_0 .FILL #-48
ZERO    .FILL #48
NEWLINE .FILL #10
NONE    .STRINGZ "no solution\n"
BITS
        .FILL x1
        .FILL x2
        .FILL x4
        .FILL x8
        .FILL x10
        .FILL x20
        .FILL x40
        .FILL x80
        .FILL x100

; Fills the grid from the cell at R1 on, whose addresses of sets are at R5; no cell before it is blank. R0 is 1 if it is
; full, or 0 if it is as it was before.
;
; R2 is the set of digits that are free in the cell, R3 the bit of the digit R4. The frame of a call has R7, R1, R2, R3,
; R4 and R5.
SOLVE   ADD R6, R6, #-6
        STR R7, R6, #0
FIND    LDR R0, R1, #0
        BRz BLANK
        ADD R1, R1, #1
        ADD R5, R5, #3
        BR FIND

BLANK   LDR R2, R5, #0
        BRz FULL                ; the cell after the last one has no sets
        LDR R2, R2, #0
        LDR R3, R5, #1
        LDR R3, R3, #0
        AND R2, R2, R3
        LDR R3, R5, #2
        LDR R3, R3, #0
        AND R2, R2, R3
        BRz FAIL
        AND R3, R3, #0
        ADD R3, R3, #1
        ADD R4, R3, #0

TRY     AND R0, R2, R3
        BRz OTHER
        STR R4, R1, #0          ; place
        STR R1, R6, #1
        STR R2, R6, #2
        STR R3, R6, #3
        STR R4, R6, #4
        STR R5, R6, #5
        NOT R0, R3
        ADD R0, R0, #1
        LDR R2, R5, #0
        LDR R3, R2, #0
        ADD R3, R3, R0
        STR R3, R2, #0
        LDR R2, R5, #1
        LDR R3, R2, #0
        ADD R3, R3, R0
        STR R3, R2, #0
        LDR R2, R5, #2
        LDR R3, R2, #0
        ADD R3, R3, R0
        STR R3, R2, #0
        ADD R1, R1, #1
        ADD R5, R5, #3
        JSR SOLVE
        ADD R0, R0, #0
        BRp RETURN
        LDR R1, R6, #1
        STR R0, R1, #0          ; undo: R0 is 0
        LDR R3, R6, #3
        LDR R5, R6, #5
        LDR R2, R5, #0
        LDR R4, R2, #0
        ADD R4, R4, R3
        STR R4, R2, #0
        LDR R2, R5, #1
        LDR R4, R2, #0
        ADD R4, R4, R3
        STR R4, R2, #0
        LDR R2, R5, #2
        LDR R4, R2, #0
        ADD R4, R4, R3
        STR R4, R2, #0
        LDR R2, R6, #2
        LDR R4, R6, #4
OTHER   ADD R3, R3, R3
        ADD R4, R4, #1
        ADD R0, R4, #-10
        BRn TRY
FAIL    AND R0, R0, #0
RETURN  LDR R7, R6, #0
        ADD R6, R6, #6
        RET

FULL    AND R0, R0, #0
        ADD R0, R0, #1
        BR RETURN

ROWS
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
COLS
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
BOXES
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
        .FILL x1FF
GRID    .BLKW 81
        .FILL 0                 ; the cell after the last one is blank
SETS    .BLKW 243
        .FILL 0
        .END
