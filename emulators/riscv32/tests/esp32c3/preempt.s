# A busy loop that a timer of group 0 interrupts after 100 microseconds; the handler ends it.
# Prints how far the loop came.
        .equ    TIMG0, 0x6001f000
        .equ    MATRIX, 0x600c2000
        .globl  _start
_start: la      t0, vectors
        csrw    mtvec, t0
        li      s0, MATRIX
        li      s1, TIMG0
        li      t0, 1
        sw      t0, 32*4(s0)            # TG0_T0 to line 1
        sw      t0, 0x114+1*4(s0)
        sw      t0, 0x70(s1)
        li      t0, 1<<1
        sw      t0, 0x104(s0)
        li      t0, 100
        sw      t0, 0x10(s1)
        li      t0, 1<<31 | 1<<30 | 80<<13 | 1<<10
        sw      t0, 0(s1)
        csrsi   mstatus, 8
        li      a1, 0
1:      addi    a1, a1, 1
        j       1b
alarm:  csrw    mtvec, zero
        la      a0, format
        call    0x40000040              # ets_printf
        li      a0, 0
        li      a7, 93
        ecall
        .balign 256
        .option norvc
vectors:
        j       .
        j       alarm
        .data
format: .asciz  "%d\n"
