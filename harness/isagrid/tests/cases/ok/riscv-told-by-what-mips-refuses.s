# No register and no call: only the assemblers can tell.
main:   call    work
        j       over
work:   ret
over:   nop
