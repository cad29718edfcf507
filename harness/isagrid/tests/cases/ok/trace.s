# isagrid: --trace
        .data
word:   .word 7
        .text
        .globl main
main:   lw $t0, word
        addu $t1, $t0, $t0
        li $v0, 10
        syscall
