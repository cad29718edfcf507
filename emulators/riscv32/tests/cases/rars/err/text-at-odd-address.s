# Said once, not for every instruction.
        .text 5
main:   nop
        nop
        nop
        .text 0x10010000
        nop
