; Is the 4x4 grid in the sixteen words from x4000 solved? Store 1 in x4010 if each row, column and box has the
; digits 1 to 4, else 0.

        .ORIG x3000
; Your code here.
        HALT
        .END
