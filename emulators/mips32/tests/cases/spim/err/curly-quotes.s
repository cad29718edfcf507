main:   jr      $ra
        .data
text:   .asciiz “hello”
