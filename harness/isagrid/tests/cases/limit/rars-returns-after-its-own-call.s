# isagrid: --dialect rars --max-instructions 1000
main:   call    outer
        li      a7, 10
        ecall
outer:  call    inner
        addi    t0, t0, 1
        ret
inner:  ret
