# Adds the squares of 3, 2 and 1 to `total`, prints the sum and exits with it.
        .data
total:  .word 0
text:   .asciiz "the sum is "
        .text
        .globl main
main:   li   $s0, 3
loop:   move $a0, $s0
        jal  add_square
        addiu $s0, $s0, -1
        bnez $s0, loop
        la   $a0, text
        li   $v0, 4
        syscall
        lw   $a0, total
        li   $v0, 1
        syscall
        li   $v0, 17
        syscall

add_square:
        addiu $sp, $sp, -8
        sw   $ra, 4($sp)
        jal  square
        lw   $t0, total
        addu $t0, $t0, $v0
        sw   $t0, total
        lw   $ra, 4($sp)
        addiu $sp, $sp, 8
        jr   $ra

square: mul  $v0, $a0, $a0
        jr   $ra
