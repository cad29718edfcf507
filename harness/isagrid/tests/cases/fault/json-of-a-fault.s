# isagrid: --dialect mars --json --registers=t0,a0 --dump cells
        .data
cells:  .word   3, 4
        .text
main:   li      $v0, 1
        li      $a0, 7
        syscall
        la      $a0, cells
        jal     second
        li      $v0, 10
        syscall
second: lw      $t0, 2($a0)
        jr      $ra
