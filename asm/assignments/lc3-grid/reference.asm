; Is the 4x4 grid in the sixteen words from x4000 solved? Stores 1 in x4010 if it is, else 0.
;
; A group is a row, a column or a box. Its cells have the digits 1 to 4 if and only if the powers of two of
; its four digits add up to 15.
;
; R1: the next entry of GROUPS    R3: sum of the powers    R4: cells left    R5: groups left

        .ORIG x3000
        LEA R1, GROUPS
        LD R5, COUNT
GROUP   AND R3, R3, #0
        AND R4, R4, #0
        ADD R4, R4, #4
CELL    LDR R2, R1, #0          ; the cell's place in the grid
        LD R0, GRID
        ADD R2, R2, R0
        LDR R2, R2, #0          ; its digit
        BRnz NO
        ADD R0, R2, #-4
        BRp NO
        LEA R0, POWERS
        ADD R0, R0, R2
        LDR R0, R0, #-1
        ADD R3, R3, R0
        ADD R1, R1, #1
        ADD R4, R4, #-1
        BRp CELL
        ADD R3, R3, #-15
        BRnp NO
        ADD R5, R5, #-1
        BRp GROUP
        AND R0, R0, #0
        ADD R0, R0, #1
        BRnzp DONE
NO      AND R0, R0, #0
DONE    STI R0, ANSWER
        HALT

GRID    .FILL x4000
ANSWER  .FILL x4010
COUNT   .FILL #12
POWERS  .FILL #1
        .FILL #2
        .FILL #4
        .FILL #8
GROUPS  .FILL #0
        .FILL #1
        .FILL #2
        .FILL #3
        .FILL #4
        .FILL #5
        .FILL #6
        .FILL #7
        .FILL #8
        .FILL #9
        .FILL #10
        .FILL #11
        .FILL #12
        .FILL #13
        .FILL #14
        .FILL #15
        .FILL #0
        .FILL #4
        .FILL #8
        .FILL #12
        .FILL #1
        .FILL #5
        .FILL #9
        .FILL #13
        .FILL #2
        .FILL #6
        .FILL #10
        .FILL #14
        .FILL #3
        .FILL #7
        .FILL #11
        .FILL #15
        .FILL #0
        .FILL #1
        .FILL #4
        .FILL #5
        .FILL #2
        .FILL #3
        .FILL #6
        .FILL #7
        .FILL #8
        .FILL #9
        .FILL #12
        .FILL #13
        .FILL #10
        .FILL #11
        .FILL #14
        .FILL #15
        .END
