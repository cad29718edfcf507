main:   jr      $ra
        .data
        .asciiz "end\0"
        .asciiz "\Xzz"
        .byte   '\0'
        .byte   'ab'
