# Registers of the supervisor as parts of those of the machine.
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
        li      t0, -1
        csrw    medeleg, t0
        csrr    a0, medeleg
        li      t0, 0xb1ff
        and     a0, a0, t0
        call    hex
        li      t0, -1
        csrw    mideleg, t0
        csrr    a0, mideleg
        andi    a0, a0, 0x222
        call    hex
        li      t0, -1
        csrw    sie, t0
        csrr    a0, sie
        andi    a0, a0, 0x222
        call    hex
        csrr    a0, mie
        andi    a0, a0, 0x222
        call    hex
        csrw    sie, zero
        li      t0, 0x222
        csrw    mip, t0
        csrr    a0, sip
        call    hex
        li      t0, 0x202
        csrc    sip, t0
        csrr    a0, mip
        li      t0, 0x222
        and     a0, a0, t0
        call    hex
        csrw    mip, zero
        li      t0, 0x100e0122
        csrw    sstatus, t0
        csrr    a0, sstatus
        call    hex
        csrr    a0, mstatus
        li      t0, 0x000e1922
        and     a0, a0, t0
        call    hex
        li      t0, -1
        csrw    scounteren, t0
        csrr    a0, scounteren
        andi    a0, a0, 7
        call    hex
        li      t0, -1
        csrw    stvec, t0
        csrr    a0, stvec
        call    hex
        la      t0, h
        csrw    stvec, t0
        csrw    sscratch, t0
        csrr    a0, sscratch
        sub     a0, a0, t0
        call    hex
        csrw    sstatus, zero
        csrr    a0, misa
        srli    a0, a0, 18
        andi    a0, a0, 5
        call    hex
        li      t0, 0x80080200
        csrw    satp, t0
        csrr    a0, satp
        call    hex
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
super:
        li      s1, 0
        li      s2, 0
        csrr a0, mstatus
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        li      s1, 0
        li      s2, 0
        csrr a0, satp
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        j       finish
        .balign 4
h:      csrr    s1, scause
        csrr    s2, stval
        csrr    t0, sepc
        addi    t0, t0, 4
        csrw    sepc, t0
        sret
        .balign 4
m:      csrr    s1, mcause
        csrr    s2, mtval
        ori     s1, s1, 0x100
        csrr    t0, mepc
        addi    t0, t0, 4
        csrw    mepc, t0
        mret
