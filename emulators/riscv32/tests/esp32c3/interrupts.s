# Three alarms of the system timer, a millisecond apart, and one interrupt by software; each prints
# its line's number. Lines 3 and 17 have handlers in the vector table.
        .equ    SYSTIMER, 0x60023000
        .equ    SYSTEM, 0x600c0000
        .equ    MATRIX, 0x600c2000
        .globl  _start
_start: la      t0, vectors
        ori     t0, t0, 1
        csrw    mtvec, t0
        li      s0, MATRIX
        li      s1, SYSTIMER
        li      s2, SYSTEM
        li      s3, 0                   # alarms so far
        li      t0, 3
        sw      t0, 37*4(s0)            # SYSTIMER_TARGET0 to line 3
        li      t0, 17
        sw      t0, 50*4(s0)            # FROM_CPU_INTR0 to line 17
        li      t0, 1
        sw      t0, 0x114+3*4(s0)
        li      t0, 5
        sw      t0, 0x114+17*4(s0)
        li      t0, 1<<3 | 1<<17
        sw      t0, 0x104(s0)
        li      t0, 1<<30 | 16000       # periodic, a millisecond
        sw      t0, 0x34(s1)
        sw      t0, 0x50(s1)
        li      t0, 1
        sw      t0, 0x64(s1)
        li      t0, 1<<30 | 1<<24
        sw      t0, 0(s1)
        csrsi   mstatus, 8
1:      wfi
        li      t0, 3
        blt     s3, t0, 1b
        csrci   mstatus, 8
        sw      zero, 0(s1)
        li      a0, 0
        li      a7, 93
        ecall

alarm:  li      t0, 1
        sw      t0, 0x6c(s1)
        addi    s3, s3, 1
        li      t1, 2
        bne     s3, t1, number
        sw      t0, 0x28(s2)            # ask for line 17 in the second alarm
        j       number
soft:   sw      zero, 0x28(s2)
number: csrr    a1, mcause
        andi    a1, a1, 31
        la      a0, format
        call    0x40000040              # ets_printf
        mret

        .balign 256
        .option push
        .option norvc
vectors:
        j       trap
        .rept   2
        j       trap
        .endr
        j       alarm
        .rept   13
        j       trap
        .endr
        j       soft
        .rept   14
        j       trap
        .endr
        .option pop
trap:   csrr    a1, mcause
        li      a0, 1
        li      a2, 11
        beq     a1, a2, leave           # the exit is an ecall, and comes here now
        li      a0, 2
leave:  csrw    mtvec, zero
        la      a1, block
        xori    a0, a0, 1
        sw      a0, 4(a1)
        li      a0, 0x20
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7

        .data
block:  .word   0x20026, 0
format: .asciz  "line %d\n"
