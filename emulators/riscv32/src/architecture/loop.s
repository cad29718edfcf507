# The benchmark loop: loads, stores, arithmetic, shifts and a branch over 1000 words, 20,000 times.
# Ten instructions a word, as in the loops of the other machines.
        .option norvc
        .bss
words:  .zero   4000
        .text
        .globl  _start
_start: li      s0, 20000
        la      s1, words
        li      t2, 1
outer:  mv      t0, s1
        li      t1, 1000
inner:  lw      t3, 0(t0)
        add     t2, t2, t3
        slli    t4, t2, 5
        xor     t2, t2, t4
        srli    t4, t2, 7
        or      t4, t4, t1
        sw      t4, 0(t0)
        addi    t0, t0, 4
        addi    t1, t1, -1
        bnez    t1, inner
        addi    s0, s0, -1
        bnez    s0, outer
        li      a0, 0
        li      a7, 93
        ecall
