# Functions of the ROM: one that is simulated, and one that only the ROM's file has.

        .equ    UART0, 0x60000000
        .equ    strlen, 0x40000374
        .equ    esp_crc8, 0x40000640

        .text
        .globl  _start
_start: li      s0, UART0
        la      a0, text
        li      t0, strlen
        jalr    t0
        addi    a0, a0, '0'
        sw      a0, 0(s0)
        li      t0, esp_crc8
        jalr    t0
        sw      a0, 0(s0)
1:      j       1b

        .data
text:   .asciz  "abc"
