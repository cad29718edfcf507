# isagrid: --board esp32c3 --trace
        .globl  _start
_start: csrwi   0x7e0, 1                # count cycles
        csrwi   0x7e1, 1
        csrw    0x7e2, zero
        nop
        nop
        csrr    a0, 0x7e2
        la      a1, block
        li      a0, 0x20
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
        .section .rodata
block:  .word   0x20026, 0
