        .TEXT
Main:   LI      $t0, 1
        Add     $t0, $t0, $t0
        .Data
main:   .WORD   2
