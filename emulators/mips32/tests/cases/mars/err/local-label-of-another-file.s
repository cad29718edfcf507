        .globl  main
main:   jal     helper
