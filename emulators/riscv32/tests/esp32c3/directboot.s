# All in flash: for a direct-boot image. Constants lie behind the text, and the stack is the ROM's.
        .globl  _start
        .section .flash.text, "ax"
_start: addi    sp, sp, -16
        sw      ra, 12(sp)
        la      a0, message
        li      a1, 2026
        call    0x40000040              # ets_printf
        lw      ra, 12(sp)
        addi    sp, sp, 16
        li      a0, 7
        li      a7, 93
        ecall
message: .asciz "direct boot, %d\n"
