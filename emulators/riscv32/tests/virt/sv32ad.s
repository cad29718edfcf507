# Accessed and dirty bits.
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
        li      t1, 0x80201000
        li      t2, 0x20084007          # 0: read and write
        sw      t2, 0(t1)
        li      t2, 0x20084403          # 1: read
        sw      t2, 4(t1)
        li      t2, 0x20084817          # 2: of the user
        sw      t2, 8(t1)
        li      t2, 0x20084c09          # 3: execute
        sw      t2, 12(t1)
        li      t2, 0x20085005          # 5: write without read
        sw      t2, 20(t1)
        li      t2, 0x20085401          # 6: table where a page must be
        sw      t2, 24(t1)
        li      t1, 0x80200000
        li      t2, 0x200804cf          # 4 MiB that do not begin at 4 MiB
        sw      t2, 0x404(t1)
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
        li      s4, 0x80201000
        li      t3, 0x40000000
        lw      s3, 0(t3)
        lw      a0, 0(s4)
        call    hex
        li      t3, 0x40000000
        sw      t3, 8(t3)
        lw      a0, 0(s4)
        call    hex
        li      t3, 0x40001000
        lw      s3, 0(t3)
        lw      a0, 4(s4)
        call    hex
        li      t3, 0x40000000
        lw      a0, 8(t3)
        call    hex
        li      t3, 0x80210000
        lw      a0, 8(t3)
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
