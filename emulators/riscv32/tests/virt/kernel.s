# A small kernel: a process of the user in pages of its own, memory on demand, calls, and a timer
# that the machine passes on.
        .globl  _start
        .option norvc
        .option norelax
        .equ    ROOT, 0x80200000
        .equ    TABLE, 0x80201000
        .equ    FRAMES, 0x80210000

_start: la      t0, machine
        csrw    mtvec, t0
        li      sp, 0x80100000
        csrw    mscratch, sp
        li      t0, 0x1f
        csrw    pmpcfg0, t0
        li      t0, -1
        csrw    pmpaddr0, t0
        li      t0, 0xb1ff
        csrw    medeleg, t0
        li      t0, 0x222
        csrw    mideleg, t0
        call    next_tick
        li      t0, 0x80
        csrw    mie, t0
        li      t0, 0x1800
        csrc    mstatus, t0
        li      t0, 0x0800
        csrs    mstatus, t0
        la      t0, kernel
        csrw    mepc, t0
        mret

# Sets the timer of machine mode 2,000 steps ahead.
next_tick:
        li      t0, 0x0200bff8
        lw      t1, 0(t0)
        li      t2, 2000
        add     t1, t1, t2
        li      t0, 0x02004000
        sw      zero, 4(t0)
        sw      t1, 0(t0)
        ret

# Machine mode: makes the timer's interrupt one of the supervisor.
        .balign 4
machine:
        csrrw   sp, mscratch, sp
        addi    sp, sp, -16
        sw      t0, 0(sp)
        sw      t1, 4(sp)
        sw      t2, 8(sp)
        sw      ra, 12(sp)
        call    next_tick
        li      t0, 0x20
        csrs    mip, t0
        lw      t0, 0(sp)
        lw      t1, 4(sp)
        lw      t2, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        csrrw   sp, mscratch, sp
        mret

# Supervisor mode: the kernel's memory is mapped to itself, the process has pages from 0x1000.
kernel: li      sp, 0x80180000
        li      t1, ROOT + 0x400
        li      t2, 0x200000cf
        sw      t2, 0x400(t1)
        li      t2, 0x040000c7
        sw      t2, -0x300(t1)
        li      t2, 0xc7                # where the finisher is, the process has nothing
        sw      t2, -0x400(t1)
        li      t2, 0x20080401
        sw      t2, 0(t1)
        li      t0, 0x80080200
        csrw    satp, t0
        sfence.vma
        # The program of the process is copied to the first frame, which is mapped at 0x40000000.
        la      t0, process
        la      t1, end
        li      t2, FRAMES
1:      lw      t3, 0(t0)
        sw      t3, 0(t2)
        addi    t0, t0, 4
        addi    t2, t2, 4
        bltu    t0, t1, 1b
        li      t1, TABLE
        li      t2, 0x2008401b          # of the user: read and execute
        sw      t2, 0(t1)
        sfence.vma
        fence.i
        li      s11, FRAMES + 0x1000    # next free frame
        li      s10, 0                  # ticks
        li      s9, 0                   # pages
        la      t0, trap
        csrw    stvec, t0
        csrw    sscratch, sp
        li      t0, 0x20
        csrw    sie, t0
        li      t0, 0x100
        csrc    sstatus, t0
        li      t0, 0x20                # interrupts in the process
        csrs    sstatus, t0
        li      t0, 0x40000000
        csrw    sepc, t0
        sret

# Registers s9 to s11, t5 and t6 are the kernel's.
        .balign 4
trap:   csrr    t6, scause
        bltz    t6, tick
        li      t5, 8
        beq     t6, t5, call_of_user
        li      t5, 13
        beq     t6, t5, page
        li      t5, 15
        beq     t6, t5, page
        csrrw   sp, sscratch, sp
        mv      a0, t6
        call    hex
        csrr    a0, stval
        call    hex
        j       finish

tick:   addi    s10, s10, 1
        li      t6, 0x20
        csrc    sip, t6                 # has no effect: the bit is the machine's
        csrr    t6, sip
        andi    t6, t6, 0x20
        beqz    t6, 1f
        csrc    sie, t6
1:      sret

# Maps a frame at the page of stval, which is zero.
page:   csrr    t6, stval
        srli    t6, t6, 12
        andi    t6, t6, 1023
        slli    t6, t6, 2
        li      t5, TABLE
        add     t6, t6, t5
        srli    t5, s11, 2
        ori     t5, t5, 0x17
        sw      t5, 0(t6)
        sfence.vma
        li      t5, 0x1000
        add     s11, s11, t5
        addi    s9, s9, 1
        sret

# 1: prints a0. 2: number of pages so far. 3: whether there was a tick. 4: the end.
call_of_user:
        csrr    t6, sepc
        addi    t6, t6, 4
        csrw    sepc, t6
        li      t5, 2
        beq     a7, t5, 2f
        li      t5, 3
        beq     a7, t5, 3f
        bltu    t5, a7, 4f
        csrrw   sp, sscratch, sp
        sw      ra, 0(sp)
        sw      t3, 4(sp)
        sw      t4, 8(sp)
        call    hex
        lw      ra, 0(sp)
        lw      t3, 4(sp)
        lw      t4, 8(sp)
        csrrw   sp, sscratch, sp
        sret
2:      mv      a0, s9
        sret
3:      sltu    a0, zero, s10
        sret
4:      sltu    a0, zero, s10
        call    hex
        j       finish

# User mode.
        .balign 4
process:
        li      sp, 0x40010000
        li      s0, 6
        mv      s1, sp
1:      li      t0, 0x1000
        sub     s1, s1, t0
        sw      s0, 0(s1)
        addi    s0, s0, -1
        bnez    s0, 1b
        li      a7, 2
        ecall
        li      a7, 1
        ecall
        li      s0, 6
        li      s2, 0
1:      lw      t0, 0(s1)
        add     s2, s2, t0
        slli    s2, s2, 4
        li      t0, 0x1000
        add     s1, s1, t0
        addi    s0, s0, -1
        bnez    s0, 1b
        mv      a0, s2
        li      a7, 1
        ecall
1:      li      a7, 3                   # until the timer has interrupted the process
        ecall
        beqz    a0, 1b
        li      a7, 4
        ecall
end:
