        .text
        .globl main
main:   li $t9, 0x12345678
        jr $t9
