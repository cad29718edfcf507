# isagrid: --dialect venus
main:   la s1, square
        li a1, 5
        jalr s1
        jal ra, print_newline
        li a0, 10
        ecall
print_newline:
        li a0, 11
        li a1, 10
        ecall
        jr ra
square: mul a0, a1, a1
        j load
load:   li a0, 99
        ecall
        jr ra
