# Fills a page with squares, and ends with the status 1 + 4 + 9 = 14.
        .globl  _start
        .text
_start: mv      a0, zero
        li      a1, 4096
        li      a2, 3
        li      a3, 0x22
        li      a4, -1
        mv      a5, zero
        li      a7, 222             # mmap
        ecall
        mv      s0, a0
        li      t0, 3
fill:   mul     t1, t0, t0
        sw      t1, 0(a0)
        addi    a0, a0, 4
        addi    t0, t0, -1
        bnez    t0, fill
        mv      a0, s0
        li      a1, 4096
        li      a7, 215             # munmap
        ecall
        lw      a0, 0(s0)
        lw      t0, 4(s0)
        add     a0, a0, t0
        lw      t0, 8(s0)
        add     a0, a0, t0
        li      a7, 93
        ecall
