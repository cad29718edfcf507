# isagrid: --dialect gnu
main:   li      t0, @5
        j       nowhere
        addd    t0, t1, t2
        addi    t0, t1
        lw      t0, elsewhere
loop    addi    t0, t0, 1
        j       loop
        .data
x:      .word   neither
        .byte   1, 'ab'
