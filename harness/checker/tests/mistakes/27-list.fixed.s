# Prints the numbers of a list, which are 1, 2 and 3, and frees it.
        .text
main:   mv      s0, x0              # the list
        li      s1, 3
build:  li      a0, 0x3cc
        li      a6, 1               # malloc
        li      a1, 8
        ecall
        sw      s1, 0(a0)
        sw      s0, 4(a0)
        mv      s0, a0
        addi    s1, s1, -1
        bne     s1, x0, build
show:   lw      a1, 0(s0)
        li      a0, 1
        ecall
        mv      a1, s0
        lw      s0, 4(s0)
        li      a0, 0x3cc
        li      a6, 4               # free
        ecall
        bne     s0, x0, show
        li      a0, 10
        ecall
