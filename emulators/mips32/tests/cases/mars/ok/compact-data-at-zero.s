# options: CompactDataAtZero
        .data
x:      .word   1
y:      .word   2
        .text
        la      $t0, y
        la      $t0, y($t1)
        la      $t0, y+4
        lw      $t0, y
        sw      $t0, y($t1)
        lw      $t0, y+4($t1)
        l.d     $f2, y
        ulw     $t0, y
