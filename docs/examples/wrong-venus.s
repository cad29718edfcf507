# The largest of five numbers, for Venus: of 3, 1, 4, 1, 5 it is 5.

        .data                           # data in memory
numbers: .word  3 1 4 1 5               # five words of four bytes each

        .text                           # instructions
main:   li      t0, 0                   # a mistake: the numbers are not at 0
        li      t1, 5                   # t1: how many are left
        li      s0, 0                   # s0: the largest so far
loop:   lw      t2, 0(t0)               # fetch the number that t0 points to
        bge     s0, t2, next            # keep the largest
        mv      s0, t2
next:   addi    t0, t0, 4               # the next word is four bytes further
        addi    t1, t1, -1              # one less to do
        bne     t1, zero, loop          # again, until none is left

        li      a0, 1                   # Venus has the number of a call in a0: 1 prints
        mv      a1, s0                  # the number in a1,
        ecall
        li      a0, 11                  # 11 the character,
        li      a1, '\n'
        ecall
        li      a0, 10                  # and 10 ends the program
        ecall
