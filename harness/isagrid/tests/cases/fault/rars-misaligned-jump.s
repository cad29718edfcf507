# isagrid: --dialect rars --counts
# RARS does the jump, counts it, and cannot fetch then.
        .text
main:   la      t0, main
        addi    t0, t0, 2
        jr      t0
