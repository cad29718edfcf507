main:   nop
loop:   nop
loop:   nop
main:   nop
