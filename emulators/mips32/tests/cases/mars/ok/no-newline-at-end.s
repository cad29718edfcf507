main:   nop
        j main