# Floating point.
        .globl  _start
_start: li      sp, 0x80100000
        li      t0, 0x6000
        csrs    mstatus, t0
        li      t0, 3
        fcvt.s.w fa0, t0
        fadd.s  fa0, fa0, fa0
        fcvt.w.s a0, fa0
        call    hex
        j       finish
