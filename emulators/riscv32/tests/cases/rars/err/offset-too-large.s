main:   lw   a0, 4095(sp)
        sw   a0, -2049(sp)
        flw  fa0, 2048(sp)
        lui  a0, 0x100000
        lui  a0, -4096
