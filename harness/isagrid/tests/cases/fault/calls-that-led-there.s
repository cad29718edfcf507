# isagrid: --dialect rars
main:   li      a0, 3
        call    outer
        li      a7, 10
        ecall
outer:  addi    sp, sp, -8
        sw      ra, 0(sp)
        call    inner
        lw      ra, 0(sp)
        addi    sp, sp, 8
        ret
inner:  addi    sp, sp, -8
        sw      ra, 0(sp)
        addi    a0, a0, -1
        beqz    a0, deep
        call    inner
        lw      ra, 0(sp)
        addi    sp, sp, 8
        ret
deep:   lw      t1, 0(t2)
        ret
