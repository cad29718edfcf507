# A program that never sets gp gets no gp-relative addresses; calls are shortened all the same.
_start: la      a0, value
        call    f
        tail    _start
f:      ret
        .data
value:  .word   5
