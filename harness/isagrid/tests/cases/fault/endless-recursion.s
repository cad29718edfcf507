        .text
        .globl main
main:   addiu $sp, $sp, -4
        sw $ra, 0($sp)
        jal main
