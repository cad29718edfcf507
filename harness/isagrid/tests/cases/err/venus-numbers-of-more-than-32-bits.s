# isagrid: --dialect venus
main:   li      t0, 99999999999999999999
        addi    t0, t0, 5000000000
