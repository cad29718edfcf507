# isagrid: --dialect spim
        .text
        .globl main
main:   addi $t0, $zero, 40000
        jr $ra
