        add     $t0, $t1
        li      $t0
        move    $t0, $t1, $t2
        syscall 4
        lw      $t0, 4($t1
