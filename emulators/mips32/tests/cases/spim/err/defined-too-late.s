main:   sub     $t0, $t1, size+0
        .data
        .space  size
        .byte   later
        .word   later : 2
later:  .word   1
size = 4
other = last + 1
last = 2
