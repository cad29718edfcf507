# isagrid: --dialect mars --registers=a0
        .data
nums:   .word   1, 2, 3
        .text
main:   la      $a0, nums
        jal     first
        move    $a0, $v0
        li      $v0, 1
        syscall
first:  lw      $v0, 0($a0)
        jr      $ra
