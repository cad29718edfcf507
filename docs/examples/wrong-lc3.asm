; The largest of five numbers, for the LC-3: of 3, 1, 4, 1 and 5 it is 5.

        .ORIG x3000             ; programs begin at x3000
        LD R1, NUMBERS          ; a mistake: this loads the number, not its address
        LD R2, COUNT            ; R2: how many are left
        AND R3, R3, #0          ; R3: the largest so far, 0 at first
LOOP    LDR R4, R1, #0          ; the number that R1 points to
        NOT R5, R3              ; minus the largest is its complement plus 1
        ADD R5, R5, #1
        ADD R5, R4, R5          ; the number minus the largest
        BRnz SMALL              ; not positive: the number is not larger
        ADD R3, R4, #0          ; larger: it is the largest now
SMALL   ADD R1, R1, #1          ; go to the next word
        ADD R2, R2, #-1
        BRp LOOP                ; again, until none is left
        LD R0, ZERO             ; the character of a digit is that of 0, plus it
        ADD R0, R0, R3
        OUT                     ; print it
        LD R0, LINE             ; and end the line
        OUT
        HALT

COUNT   .FILL #5
ZERO    .FILL x30
LINE    .FILL x0A
NUMBERS .FILL #3
        .FILL #1
        .FILL #4
        .FILL #1
        .FILL #5
        .END
