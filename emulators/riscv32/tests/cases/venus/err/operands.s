        add  a0, a1
        add  a0, a1, a2, a3
        addi a0, a1, 1, 2
        add  a0, a1, 1
        addi $t0, $zero, 1
        add  fa0, a1, a2
        fadd.s a0, fa1, fa2
        jalr zero, 8(ra)
        jalr zero, 0(ra), 4
        lr.w a0, (a1)
        lr.w a0, a2, a1
        amoadd.w a0, a1, (a2)
        lw   a0, "x"(a1)
        li   a0, '\0'
        li   a0
        nop  a0
        csrrwi a0, 1, 5
        csrr a0, 1
