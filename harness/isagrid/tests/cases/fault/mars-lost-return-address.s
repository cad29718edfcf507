# isagrid: --dialect mars
# The procedure takes eight bytes from the stack and gives back four.
        .text
main:   jal     twice
        li      $v0, 10
        syscall
twice:  addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        add     $v0, $a0, $a0
        addi    $sp, $sp, 4
        lw      $ra, 4($sp)
        jr      $ra
