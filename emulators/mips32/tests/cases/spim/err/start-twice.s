__start: nop
main:   nop
