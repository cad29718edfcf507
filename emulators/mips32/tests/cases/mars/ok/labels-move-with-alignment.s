        .data
        .byte   1
a:
y:      .word   a, y, c
        .byte   2
c:      .double 1
        .align  0
        .byte   3
d:      .word   d
        .text
        la      $t0, a
        la      $t0, c
        la      $t0, d
