main:   jr      $ra
        .data
        .word   0 : 2000000000
        .asciiz "hello" : 2000000000
