# isagrid: --dialect spim
        .text
        .globl  main
main:   jal     helper
        li      $v0, 10
        syscall
helper: la      $ra, 0x10010000
        jr      $ra
