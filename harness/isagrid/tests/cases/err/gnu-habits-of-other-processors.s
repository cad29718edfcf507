# isagrid: --dialect gnu
main:   push    t0
        pop     t0
        mov     t0, t1
        inc     t0
        dec     t0
        cmp     t0, t1
        jmp     main
        halt
_start: li      a7, 93
        ecall
