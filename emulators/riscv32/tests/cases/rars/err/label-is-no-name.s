main:   nop
1:      nop
t0:     nop
        j main
