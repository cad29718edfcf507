size = 4
size = 5
size:   nop
main:   j size
        .globl size
