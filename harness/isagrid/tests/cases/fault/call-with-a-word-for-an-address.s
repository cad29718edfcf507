# isagrid: --dialect mars
        .data
text:   .asciiz "hi"
        .text
main:   lw      $a0, text
        li      $v0, 4
        syscall
