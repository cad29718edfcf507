# isagrid: --max-instructions 1000000
        .text
        .globl main
main:   nop
loop:   j loop
