# Hello from an ESP32-C3: the characters of a text, one after the other, to the serial line.

        .equ    UART0, 0x60000000       # a byte written here is sent

        .section .flash.rodata, "a"     # constants in flash
text:   .asciz  "hello from flash\n"    # one byte per character, and 0 at the end
why:    .word   0x20026, 0              # the program ended normally, with status 0

        .section .flash.text, "ax"      # instructions
        .globl  _start
_start: la      s0, text                # s0: the address of the next character
        li      s1, 0x6000              # a mistake: UART0 is 0x60000000
next:   lbu     t0, 0(s0)               # fetch the character that s0 points to
        beqz    t0, done                # 0 is the end of the text
        sb      t0, 0(s1)               # send it
        addi    s0, s0, 1               # the next character
        j       next

done:   li      a0, 0x20                # a chip has no exit. These three instructions call the
        la      a1, why                 # debugger, here Isagrid, or one at the other end of the
        .balign 16                      # cable: call 0x20 reports that the program ended, and why
        .option norvc
        slli    zero, zero, 0x1f
        ebreak
        srai    zero, zero, 7
