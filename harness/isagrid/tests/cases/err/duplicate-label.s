        .text
main:   nop
main:   nop
