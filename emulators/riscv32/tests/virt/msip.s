# Software interrupt through CLINT.
        .globl  _start
_start: li      sp, 0x80100000
        la      t0, h
        csrw    mtvec, t0
        li      s0, 0x02000000
        lw      a0, 0(s0)
        call    hex
        csrsi   mie, 8
        csrsi   mstatus, 8
        li      t0, 1
        sw      t0, 0(s0)
        nop
        nop
        la      a0, back
        call    puts
        j       finish
        .balign 4
h:      addi    sp, sp, -16
        sw      ra, 0(sp)
        sw      a0, 4(sp)
        csrr    a0, mcause
        call    hex
        csrr    a0, mip
        call    hex
        li      t0, 0x02000000
        sw      zero, 0(t0)
        lw      ra, 0(sp)
        lw      a0, 4(sp)
        addi    sp, sp, 16
        mret
back:   .asciz "back\n"
