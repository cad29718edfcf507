main:  nop
        li      $v0, –10
        .data
x:      .asciiz “Hi”
