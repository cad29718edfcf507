# Sorts words and bytes with qsort of the ROM, which calls the comparison here.
        .globl  _start
_start: la      a0, words
        li      a1, 7
        li      a2, 4
        la      a3, by_word
        li      t0, 0x40000434
        jalr    t0
        la      s0, words
        li      s1, 7
1:      lw      a0, 0(s0)
        li      t0, 0x40000068          # uart_tx_one_char
        jalr    t0
        addi    s0, s0, 4
        addi    s1, s1, -1
        bnez    s1, 1b
        la      a0, bytes
        li      a1, 0
        li      a2, 1
        la      a3, by_word
        li      t0, 0x40000434
        jalr    t0
        la      a0, bytes
        lbu     a0, 0(a0)
        li      a7, 93
        ecall

by_word:
        lw      a0, 0(a0)
        lw      a1, 0(a1)
        sub     a0, a0, a1
        ret

        .data
words:  .word   'o', 'r', 't', 's', 'e', 'd', 'a'
bytes:  .byte   3
