# isagrid: --dialect spim
# Each load fails, the handler goes on behind it, and the register is zero.
        .text
        .globl  main
main:   li      $t1, 0x20000001
        li      $t0, 7
        lw      $t0, 0($t1)
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $t0, 7
        lwl     $t0, 0($t1)
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $t0, 7
        mtc1    $t0, $f2
        lwc1    $f2, 3($t1)
        mfc1    $a0, $f2
        li      $v0, 1
        syscall
        jr      $ra
