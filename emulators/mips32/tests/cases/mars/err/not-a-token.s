        lw      $t0, 4[$t1]
        li      $t0, 2*3
        li      $t0, 1; li $t1, 2
        add     $t0, $t1, $t2 // sum
X = 5
        li      $t0, 0x123456789
1abc:   nop
