; Prints AA.
        .ORIG x3000
        JSR TWICE
        HALT

TWICE   LD R0, LETTER
        JSR SHOW
        JSR SHOW
        RET

SHOW    OUT
        RET

LETTER  .FILL x41
        .END
