# isagrid: --dialect mars --mapped-io
# Polls the keyboard up to a line end and shows what was typed; then the same by interrupts.
        .text
        lui     $t0, 0xffff
wait:   lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beq     $t1, $zero, wait
        lw      $t2, 4($t0)
ready:  lw      $t1, 8($t0)
        andi    $t1, $t1, 1
        beq     $t1, $zero, ready
        sw      $t2, 12($t0)
        bne     $t2, 10, wait
        li      $t1, 2
        sw      $t1, 0($t0)
sleep:  bne     $s0, 10, sleep
        sw      $s1, 64($t0)
        lw      $a0, 64($t0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
        .ktext  0x80000180
        mfc0    $k0, $13
        andi    $k0, $k0, 0x100
        beqz    $k0, back
        lui     $k1, 0xffff
        lw      $s0, 4($k1)
        sw      $s0, 12($k1)
        addi    $s1, $s1, 1
back:   eret
