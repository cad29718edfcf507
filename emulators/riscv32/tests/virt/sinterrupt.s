# Interrupts that the machine passes on to the supervisor.
        .globl  _start
        .option norvc
        .option norelax
_start: li      sp, 0x80100000
        la      t0, m
        csrw    mtvec, t0
        la      t0, h
        csrw    stvec, t0
        li      t0, 0x1f
        csrw    pmpcfg0, t0
        li      t0, -1
        csrw    pmpaddr0, t0
        li      t0, 0xb1ff
        csrw    medeleg, t0
        li      t1, 0x80200400          # middle of the root table
        li      t2, 0x200000cf          # memory: 4 MiB, all rights
        sw      t2, 0x400(t1)
        li      t2, 0x040000c7          # serial port
        sw      t2, -0x300(t1)
        li      t2, 0xc7                # finisher
        sw      t2, -0x400(t1)
        li      t2, 0x20080401          # table for 0x40000000
        sw      t2, 0(t1)
        li      t0, 0x222
        csrw    mideleg, t0
        li      t0, 0x80                # the timer of machine mode
        csrw    mie, t0
        li      s0, 0x02004000
        li      t0, 0x0200bff8
        lw      t1, 0(t0)
        li      t2, 2000
        add     t1, t1, t2
        sw      zero, 4(s0)
        sw      t1, 0(s0)
        li      t0, 0x80080200
        csrw    satp, t0
        sfence.vma
        li      t0, 0x1800
        csrc    mstatus, t0
        li      t0, 0x0800
        csrs    mstatus, t0
        la      t0, super
        csrw    mepc, t0
        mret
super:  li      s1, 0
        li      t0, 0x222
        csrw    sie, t0
        csrsi   sstatus, 2
1:      beqz    s1, 1b
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        li      s1, 0
        csrsi   sip, 2                  # an interrupt by software
        nop
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, scause
        csrr    s2, sip
        csrci   sip, 2
        andi    t0, s1, 15
        li      t1, 5
        bne     t0, t1, 1f
        li      a7, 1
        ecall                           # the machine takes the timer's bit back
1:      sret
        .balign 4
m:      csrr    t5, mcause
        bltz    t5, 2f
        li      t6, 0x20
        csrc    mip, t6
        csrr    t6, mepc
        addi    t6, t6, 4
        csrw    mepc, t6
        mret
2:      li      t6, 0x80
        csrc    mie, t6
        li      t6, 0x20
        csrs    mip, t6
        mret
