main:   jr      $ra
        .data
list:   .word   1,2,3
        .byte   3, 1,2
        .align  1,2
