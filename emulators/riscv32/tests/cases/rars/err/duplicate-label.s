main:   nop
main:   nop
