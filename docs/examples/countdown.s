# Counts from three to zero.
        .text
        .globl main
main:   li $t0, 3
loop:   addi $t0, $t0, -1
        bnez $t0, loop
done:   li $v0, 10
        syscall
