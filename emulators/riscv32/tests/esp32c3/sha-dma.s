# The SHA accelerator hashes a block from memory; the DMA then copies instructions over others.

        .equ    UART0, 0x60000000
        .equ    SHA, 0x6003b000
        .equ    GDMA, 0x6003f070        # channel 0

        .text
        .globl  _start
_start: li      sp, 0x3fcd0000
        li      s0, GDMA
        li      s1, SHA
        li      t0, 2
        sw      t0, 0(s1)               # SHA-256
        li      t0, 1
        sw      t0, 0x0c(s1)
        li      t0, 7
        sw      t0, 0x90(s0)
        la      a0, sent
        call    start_output
        li      t0, 1
        sw      t0, 0x1c(s1)
1:      lw      t0, 0x18(s1)            # busy
        bnez    t0, 1b
        lw      a0, 0x40(s1)
        call    hex

        call    patched                 # 11, then 22
        call    hex
        li      t0, 1 << 4
        sw      t0, 0(s0)
        la      t0, filled
        slli    t0, t0, 12
        srli    t0, t0, 12
        li      t1, 1 << 22
        or      t0, t0, t1
        sw      t0, 0x10(s0)
        la      a0, copied
        call    start_output
        fence.i
        call    patched
        call    hex
1:      j       1b

start_output:
        slli    a0, a0, 12
        srli    a0, a0, 12
        li      t1, 1 << 21
        or      a0, a0, t1
        sw      a0, 0x70(s0)
        ret

hex:    li      t0, UART0
        li      t1, 28
1:      srl     t2, a0, t1
        andi    t2, t2, 15
        addi    t2, t2, '0'
        li      t3, '9'
        ble     t2, t3, 2f
        addi    t2, t2, 'a' - '9' - 1
2:      sw      t2, 0(t0)
        addi    t1, t1, -4
        bgez    t1, 1b
        li      t2, '\n'
        sw      t2, 0(t0)
        ret

        .option norvc
        .balign 4
patched: li     a0, 0x11
        ret
other:  li      a0, 0x22

        .data
        .balign 4
block:  .byte   'a', 'b', 'c', 0x80
        .zero   59
        .byte   24
sent:   .word   0xc0040040, block, 0
copied: .word   0xc0004004, other, 0
filled: .word   0x80000004, patched, 0
