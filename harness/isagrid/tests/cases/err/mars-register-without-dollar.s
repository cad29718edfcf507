# isagrid: --dialect mars
main:   li      v0, 10
        add     $t0, t1, $t2
        jr      ra
