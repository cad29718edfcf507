        addi a0, a0, 2048
        addi a0, a0, -2049
        slli a0, a0, 32
        slli a0, a0, -1
        lui  a0, 0x100000
        lw   a0, 2048(sp)
        sw   a0, -2049(sp)
        beq  a0, a1, 4096
        beq  a0, a1, 3
        csrrw a0, 4096, a1
        .equ big, 5000
        li   a0, big
