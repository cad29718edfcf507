# What mstatus.TVM, TW and TSR refuse to the supervisor.
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
        li      t0, 0x0
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
        li      t0, 0x700000
        csrs    mstatus, t0
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
        csrr a0, satp
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        li      s1, 0
        li      s2, 0
        sfence.vma
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        li      s1, 0
        li      s2, 0
        la t0, 1f
        csrw sepc, t0
        sret
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
1:
        li      s1, 0
        li      s2, 0
        csrr a0, sepc
        mv      a0, s1
        call    hex
        mv      a0, s2
        call    hex
        li      s1, 0
        li      s2, 0
        mret
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
