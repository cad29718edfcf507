# Adds the squares of 3, 2 and 1 to `total`, prints the sum and exits with it.
        .data
total:  .word 0
text:   .asciz "the sum is "
        .text
        .globl main
main:   li   s0, 3
loop:   mv   a0, s0
        jal  add_square
        addi s0, s0, -1
        bnez s0, loop
        la   a0, text
        li   a7, 4
        ecall
        lw   a0, total
        li   a7, 1
        ecall
        li   a7, 93
        ecall

add_square:
        addi sp, sp, -8
        sw   ra, 4(sp)
        jal  square
        lw   t0, total
        add  t0, t0, a0
        sw   t0, total, t1
        lw   ra, 4(sp)
        addi sp, sp, 8
        ret

square: mul  a0, a0, a0
        ret
