# Accepted with a warning, as GNU as accepts it.
_start: beq     a0, a1, .+5
        li      a0, 0x1ffffffff
        .data
        .byte   0x1234
        .space  -1
        .align  40, , 1
        .option sideways
        .section nowhere
        .warning "look here"
