main:   beq     $t0, $t1, x
        j       x
        .data
x:      .word   1
