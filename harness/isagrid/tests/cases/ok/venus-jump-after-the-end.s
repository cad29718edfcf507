# isagrid: --dialect venus --exit-code
# Venus ends wherever behind its text a program jumps to, with the status a0 holds.
        li      a0, 0
        li      t0, 0x10000000
        jr      t0
