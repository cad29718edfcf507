# isagrid: --dialect gnu
_start: addi    a0, a0, 2048
        lw      a0, -2049(sp)
        slli    a0, a0, 32
        lui     a0, 0x100000
        csrwi   fflags, 32
