# Counts cycles, instructions, and loads that the next instruction waits for.
        .globl  _start
_start: la      s0, word
        li      s1, 1                   # cycles
        call    count
        li      s1, 2                   # instructions
        call    count
        li      s1, 4                   # load hazards
        call    count
        li      s1, 1<<9                # branches taken
        call    count
        li      a0, 0
        li      a7, 93
        ecall
count:  mv      s2, ra
        csrw    0x7e0, s1
        csrwi   0x7e1, 1
        csrr    t0, 0x7e2
        lw      t1, (s0)
        add     t1, t1, t1
        lw      t1, (s0)
        li      t2, 3
1:      addi    t2, t2, -1
        bnez    t2, 1b
        csrr    t3, 0x7e2
        sub     a1, t3, t0
        la      a0, format
        call    0x40000040
        mv      ra, s2
        ret
        .data
word:   .word   7
format: .asciz  "%d\n"
