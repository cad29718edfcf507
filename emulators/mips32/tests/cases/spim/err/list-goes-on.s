main:   jr      $ra
        .data
list:   .word   1, 2
                3, 4
