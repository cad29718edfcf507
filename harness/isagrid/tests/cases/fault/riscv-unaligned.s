        .data
words:  .word 1, 2
        .text
main:   la t0, words
        lw t1, 3(t0)                    # one byte short of the next word
        li a7, 10
        ecall
