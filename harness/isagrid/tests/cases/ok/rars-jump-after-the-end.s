# isagrid: --dialect rars
        .text
main:   la      t0, main
        addi    t0, t0, 512
        jr      t0
