_start: add     a0, a1
        add     a0, a1, a2, a3
        add     a9, a1, a2
        addi    a0, a0, 2048
        lw      a0, 4(5)
        slli    a0, a0, 32
        lui     a0, 0x100000
        fadd.s  fa0, a1, fa2
        addd    a0, a1, a2
        csrr    a0, mstats
        fence   q, r
        c.lw    t0, 0(a1)
        c.lw    a0, 2(a1)
        c.addi  a0, 32
        c.lui   a0, 0
        li      a0, later
        mv      a0, 5
        ret     a0
        jr
        addi    a0, a0, %hi(x)
        fadd.s  fa0, fa1, fa2, up
        amoadd.w a0, a1, 4(a2)
        .set    later, 5
