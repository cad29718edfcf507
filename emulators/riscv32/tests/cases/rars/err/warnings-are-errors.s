# options: we
        .data
        .byte 256
        .text
main:   nop
