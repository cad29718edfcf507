# The time register is the timer; the hart has number 0.
        .globl  _start
_start: li      sp, 0x80100000
        rdtime  s0
        li      t0, 0x0200bff8
        lw      s1, 0(t0)
        sub     a0, s1, s0
        srli    a0, a0, 24
        call    hex
        csrr    a0, mhartid
        call    hex
        j       finish
