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
        li      a1, 0x3fcd0000          # ends with status a0, as semihosting does it
        li      a2, 0x20026
        sw      a2, 0(a1)
        sw      a0, 4(a1)
        li      a0, 0x20
        .option push
        .option norvc
        slli    zero, zero, 31
        ebreak
        srai    zero, zero, 7
        .option pop
message: .asciz "direct boot, %d\n"
