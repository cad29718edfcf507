# isagrid: --dialect mars
        .text
        li      $t0, 0x00ff0000
        move    $t1, $gp
        addi    $t2, $gp, 4096
draw:   sw      $t0, 0($t1)
        addi    $t1, $t1, 4
        bne     $t1, $t2, draw
        li      $v0, 10
        syscall
