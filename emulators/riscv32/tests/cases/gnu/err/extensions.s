# options: rv32i
_start: mul     a0, a1, a2
        amoadd.w a0, a1, (a2)
        fadd.s  fa0, fa1, fa2
        c.nop
        sh1add  a0, a1, a2
        .option arch, +m
        mul     a0, a1, a2
        .option arch, +v
        .option pop
