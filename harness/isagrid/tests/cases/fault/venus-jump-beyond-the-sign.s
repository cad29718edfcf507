# isagrid: --dialect venus
# To Venus addresses are numbers with a sign, so this one is not behind its text.
        li      t0, 0x80000000
        jr      t0
