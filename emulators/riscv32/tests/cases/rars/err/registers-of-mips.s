        .text
main:   addi $t0, $zero, 1
