# Atomic addition.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, x
        li      t1, 5
        amoadd.w a0, t1, (t0)
        call    hex
        la      t0, x
        lw      a0, 0(t0)
        call    hex
        j       finish
        .data
x:      .word   37
