main:   jr      $ra
text:   .asciiz "hello"
        .half   5
