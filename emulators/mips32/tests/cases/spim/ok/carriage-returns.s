# options: none
        .globl  __start
__start:
        li      $t0, 5
        .data
text:   .asciiz "hi"
