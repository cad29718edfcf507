main:   add     $t0, $t1
        addi    $t0, $t1, $t2
        li      $t0, message
        lw      $t0, $t1
        mult    $t0, $t1, $t2
        beq     $t0, $t1, 8
        jr
        syscall 5
        add.s   $t0, $t1, $t2
        li.s    $f0, 1
        break
        .data
message: .word 1
