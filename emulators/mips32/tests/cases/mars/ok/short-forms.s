x:      nop
        break
        break   7
        syscall
        jalr    $t0
        jalr    $s0, $t0
        bc1t    x
        bc1f    3, x
        c.eq.s  $f0, $f2
        c.lt.d  5, $f0, $f2
        movf    $t0, $t1
        movt    $t0, $t1, 6
        movf.d  $f0, $f2
        movt.s  $f0, $f2, 7
        teq     $t0, $t1
        teqi    $t0, -5
        mfc0    $t0, $14
        eret
