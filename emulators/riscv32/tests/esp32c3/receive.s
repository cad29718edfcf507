# Sleeps till the UART has received something, sends it back by USB, and ends behind a newline.
        .equ    UART0, 0x60000000
        .equ    USB, 0x60043000
        .equ    MATRIX, 0x600c2000
        .globl  _start
_start: la      t0, vectors
        csrw    mtvec, t0
        li      s0, MATRIX
        li      s1, UART0
        li      s2, USB
        li      s3, '\n'               # before the first interrupt
        li      t0, 4
        sw      t0, 21*4(s0)            # UART0 to line 4
        sw      t0, 0x114+4*4(s0)
        li      t0, 1<<4
        sw      t0, 0x104(s0)
        li      t0, 1                   # an interrupt for each byte
        sw      t0, 0x24(s1)
        sw      t0, 0x0c(s1)
        csrsi   mstatus, 8
1:      beq     a0, s3, 2f
        wfi
        j       1b
2:      li      a0, 0
        li      a7, 93
        csrw    mtvec, zero
        ecall
byte:   lw      a0, (s1)
2:      lw      t0, 4(s2)
        andi    t0, t0, 2
        beqz    t0, 2b
        sw      a0, (s2)
        li      t0, 1
        sw      t0, 4(s2)
        bne     a0, s3, 3f
        sw      zero, 0x0c(s1)
3:      mret
        .balign 256
        .option norvc
vectors:
        .rept   4
        j       .
        .endr
        j       byte
