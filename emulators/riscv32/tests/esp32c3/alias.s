# One memory under two addresses: instructions written as data run as instructions.
        .globl  _start
_start: la      t0, patch               # where it runs
        li      t1, 0x40380000 - 0x3fc80000
        sub     t1, t0, t1              # where it can be written as data
        lw      t2, (t1)
        lw      t3, (t0)
        sub     t2, t2, t3              # the same word: 0
        call    patch
        mv      s0, a0
        lui     t3, %hi(0x02a00513)     # li a0, 42
        addi    t3, t3, %lo(0x02a00513)
        sw      t3, (t1)
        fence.i
        call    patch
        add     a0, a0, s0
        add     a0, a0, t2
        li      a7, 93
        ecall
        .option norvc
        .balign 4
patch:  li      a0, 1
        ret
