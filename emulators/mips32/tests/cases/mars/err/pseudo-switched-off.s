# options: np
        li      $t0, 5
        add     $t0, $t1, 5
        add     $t0, $t1, $t2
        nop
        syscall
