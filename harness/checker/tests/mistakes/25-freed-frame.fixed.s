# Prints the larger of 12 and 7, which is 12.
        .text
main:   li      $a0, 12
        li      $a1, 7
        jal     larger
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

larger: addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        bge     $s0, $a1, first
        move    $v0, $a1
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
first:  move    $v0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
