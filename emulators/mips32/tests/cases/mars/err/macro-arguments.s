        .macro  show (%x)
        li      $v0, 1
        move    $a0, %x
        syscall
        .end_macro
        show    ($t0, $t1)
        show
