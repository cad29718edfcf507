        .text
x:      .word   1
        .asciiz "text"
        .align  2
