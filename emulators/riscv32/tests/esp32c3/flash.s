# Text and constants in flash, a variable in RAM: for an application image.
        .globl  _start
        .section .flash.text, "ax"
_start: la      s0, message
1:      lbu     a0, (s0)
        beqz    a0, 2f
        call    0x40000068              # uart_tx_one_char
        addi    s0, s0, 1
        j       1b
2:      la      a0, status
        lw      a0, (a0)
        li      a7, 93
        ecall
        .section .flash.rodata, "a"
message: .asciz "from flash\n"
        .data
status: .word   5
