; Stores five digits and prints the text after them.
        .ORIG x3000
        LEA R1, DIGITS
        LD R2, ZERO
        AND R3, R3, #0
        ADD R3, R3, #6
NEXT    STR R2, R1, #0
        ADD R1, R1, #1
        ADD R2, R2, #1
        ADD R3, R3, #-1
        BRp NEXT
        LEA R0, TEXT
        PUTS
        HALT
ZERO    .FILL x30
DIGITS  .BLKW 5
TEXT    .STRINGZ "done"
        .END
