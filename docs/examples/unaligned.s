# Reads a word from an address that is not a multiple of 4.
        .data
cells:  .word 5, 3, 0, 0
        .text
        .globl main
main:   la $t0, cells
        lw $t1, 3($t0)          # one byte short of the next word
        li $v0, 10
        syscall
