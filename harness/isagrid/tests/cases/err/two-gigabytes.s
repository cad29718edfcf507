        .data
huge:   .space 2147483647
        .text
main:   li $v0, 10
        syscall
