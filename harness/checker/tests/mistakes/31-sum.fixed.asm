; Prints the sum of three numbers: 9.
        .ORIG x3000
        LEA R1, NUMBERS
        LD R3, COUNT
        AND R2, R2, #0
NEXT    LDR R4, R1, #0
        ADD R2, R2, R4
        ADD R1, R1, #1
        ADD R3, R3, #-1
        BRp NEXT
        LD R0, ZERO
        ADD R0, R0, R2
        OUT
        HALT
COUNT   .FILL #3
ZERO    .FILL x30
NUMBERS .FILL #4
        .FILL #2
        .FILL #3
        .END
