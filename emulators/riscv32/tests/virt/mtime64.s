# High half of the timer, and both halves of its alarm.
        .globl  _start
_start: li      sp, 0x80100000
        li      t0, 0x0200bff8
        lw      a0, 4(t0)
        call    hex
        li      s0, 0x02004000
        li      t1, 5
        sw      t1, 4(s0)
        lw      a0, 4(s0)
        call    hex
        li      t1, 7
        sw      t1, 0(s0)
        lw      a0, 0(s0)
        call    hex
        j       finish
