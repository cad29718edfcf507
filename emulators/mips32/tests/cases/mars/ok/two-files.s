        .globl  main
main:   jal     helper
loop:   b       loop
        .data
        .word   shared
