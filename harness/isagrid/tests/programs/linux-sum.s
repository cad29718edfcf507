# isagrid: --linux-calls --delayed-branches
# Adds 1 to 100 and prints the sum through Linux's own system calls, with branch delay slots
# filled by hand, so that the assembled ELF file also runs where no simulator is.
        .data
text:   .asciiz "the sum of 1 to 100 is      \n"
        .align 2
        .text
        .globl main
main:   addiu $t0, $zero, 100
        addu $t1, $zero, $zero
sum:    addu $t1, $t1, $t0
        addiu $t0, $t0, -1
        bne $t0, $zero, sum
        nop
        la $t2, text
        addiu $t2, $t2, 27              # the last blank before the line end
        addiu $t3, $zero, 10
digit:  divu $t1, $t3
        mfhi $t4
        mflo $t1
        addiu $t4, $t4, 48
        sb $t4, 0($t2)
        bne $t1, $zero, digit
        addiu $t2, $t2, -1
        addiu $a0, $zero, 1
        la $a1, text
        addiu $a2, $zero, 29
        addiu $v0, $zero, 4004          # write
        syscall
        addu $a0, $zero, $zero
        addiu $v0, $zero, 4001          # exit
        syscall
