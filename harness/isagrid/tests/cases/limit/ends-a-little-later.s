# isagrid: --dialect mars --max-instructions 1000
main:   li      $t0, 1000
loop:   addi    $t0, $t0, -1
        bnez    $t0, loop
        li      $v0, 10
        syscall
