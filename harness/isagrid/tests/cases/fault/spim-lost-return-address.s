# isagrid: --dialect spim
# The recursion gives back less of the stack than it takes.
        .text
        .globl  main
main:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a0, 3
        jal     fact
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
fact:   blez    $a0, one
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        addi    $a0, $a0, -1
        jal     fact
        lw      $a0, 4($sp)
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        mul     $v0, $v0, $a0
        jr      $ra
one:    li      $v0, 1
        jr      $ra
