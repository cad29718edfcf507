# Said once after each .text, not for every instruction.
        .text 5
main:   nop
        nop
        nop
        .text 0x10010000
        nop
