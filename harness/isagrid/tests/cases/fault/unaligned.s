        .text
        .globl main
main:   li $t1, 6
        lw $t0, 0($t1)
