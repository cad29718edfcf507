# Timer interrupt that sets the next one, five times.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s1, 0
        li      s0, 0x02004000
        li      t0, 0x0200bff8
        lw      s3, 0(t0)
        sw      zero, 4(s0)
        li      t1, 5000
        add     s3, s3, t1
        sw      s3, 0(s0)
        li      t0, 0x80
        csrw    mie, t0
        csrsi   mstatus, 8
1:      wfi
        li      t0, 5
        bne     s1, t0, 1b
        csrci   mstatus, 8
        mv      a0, s1
        call    hex
        j       finish
        .balign 4
h:      addi    s1, s1, 1
        li      t0, 5
        bge     s1, t0, 2f
        li      t1, 5000
        add     s3, s3, t1
        sw      s3, 0(s0)
        mret
2:      li      t1, -1                  # never again, however late this one came
        sw      t1, 4(s0)
        mret
