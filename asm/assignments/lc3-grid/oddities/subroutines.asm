; A subroutine for each kind of group, with a stack, and no table of groups.

        .ORIG x3000
        LD R6, STACK
        AND R5, R5, #0
        ADD R5, R5, #1          ; the answer
        LD R0, GRID             ; rows: four apart, cells one apart
        LD R1, FOUR
        LEA R2, ROW
        JSR ALL
        LD R0, GRID             ; columns: one apart, cells four apart
        LD R1, ONE
        LEA R2, COLUMN
        JSR ALL
        LD R0, GRID             ; boxes: two on top, two below
        LD R1, TWO
        LEA R2, BOX
        JSR PAIR
        LD R0, GRID
        ADD R0, R0, #8
        LD R1, TWO
        LEA R2, BOX
        JSR PAIR
        STI R5, ANSWER
        HALT

; ALL: groups at R0, R0 + R1, R0 + 2 R1, R0 + 3 R1, whose cells are in the table at R2.
ALL     ADD R6, R6, #-1
        STR R7, R6, #0
        JSR PAIR
        JSR PAIR
        LDR R7, R6, #0
        ADD R6, R6, #1
        RET

; PAIR: two groups, at R0 and R0 + R1; afterwards R0 is at the next one.
PAIR    ADD R6, R6, #-1
        STR R7, R6, #0
        JSR CHECK
        ADD R0, R0, R1
        JSR CHECK
        ADD R0, R0, R1
        LDR R7, R6, #0
        ADD R6, R6, #1
        RET

; CHECK: R5 = 0 if the group at R0 lacks a digit. All other registers are kept.
CHECK   ADD R6, R6, #-5
        STR R0, R6, #0
        STR R1, R6, #1
        STR R2, R6, #2
        STR R3, R6, #3
        STR R4, R6, #4
        AND R4, R4, #0
        ADD R4, R4, #4          ; the digit that is looked for
DIGIT   LDR R2, R6, #2
        AND R3, R3, #0
        ADD R3, R3, #4
LOOK    LDR R1, R2, #0
        LDR R0, R6, #0
        ADD R1, R1, R0
        LDR R1, R1, #0
        NOT R1, R1
        ADD R1, R1, #1
        ADD R1, R1, R4
        BRz FOUND
        ADD R2, R2, #1
        ADD R3, R3, #-1
        BRp LOOK
        AND R5, R5, #0
        BRnzp BACK
FOUND   ADD R4, R4, #-1
        BRp DIGIT
BACK    LDR R0, R6, #0
        LDR R1, R6, #1
        LDR R2, R6, #2
        LDR R3, R6, #3
        LDR R4, R6, #4
        ADD R6, R6, #5
        RET

STACK   .FILL xFE00
GRID    .FILL x4000
ANSWER  .FILL x4010
ONE     .FILL #1
TWO     .FILL #2
FOUR    .FILL #4
ROW     .FILL #0
        .FILL #1
        .FILL #2
        .FILL #3
COLUMN  .FILL #0
        .FILL #4
        .FILL #8
        .FILL #12
BOX     .FILL #0
        .FILL #1
        .FILL #4
        .FILL #5
        .END
