# isagrid: --dialect rars
main:   li      t0, 1
        addi    t0, t0, 1
