# isagrid: --dialect venus
main:   push    t0
        pop     t0
        mov     t0, t1
        inc     t0
        dec     t0
        cmp     t0, t1
        jmp     main
        halt
        li      a0, 10
        ecall
