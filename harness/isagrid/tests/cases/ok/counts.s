# isagrid: --counts
# Seven instructions: one before the loop, two in each of its rounds, two behind it.
        .text
        .globl main
main:   li $t0, 2
loop:   addiu $t0, $t0, -1
        bnez $t0, loop
        li $v0, 10
        syscall
