main:   jr      $ra
        .data
        .float  1
        .double 1e5
        .float  .5
        .word   1.5
