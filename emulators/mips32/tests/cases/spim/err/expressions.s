main:   jr      $ra
        .data
        .word   5 +
        .word   (5
        .word   $t0
        .word   "hello"
        .word   5 - * 3
        .word   add
