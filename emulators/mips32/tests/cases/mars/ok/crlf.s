main:   li      $v0, 10
        .data
msg:    .asciiz "hi"
        .text
        syscall
