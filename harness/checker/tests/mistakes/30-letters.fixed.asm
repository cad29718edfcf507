; Prints AA.
        .ORIG x3000
        JSR TWICE
        HALT

TWICE   ST R7, SAVED
        LD R0, LETTER
        JSR SHOW
        JSR SHOW
        LD R7, SAVED
        RET

SHOW    OUT
        RET

LETTER  .FILL x41
SAVED   .BLKW 1
        .END
