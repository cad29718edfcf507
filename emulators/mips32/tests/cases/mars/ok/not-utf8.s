# café
        .data
msg:    .asciiz "é"
        .text
main:   la      $a0, msg
