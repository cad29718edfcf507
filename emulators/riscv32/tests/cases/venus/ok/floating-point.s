# the rounding mode is that of the encoding's zeros: to the nearest
        flw      fa0, 0(a0)
        fld      ft1, 8(a0)
        fadd.s   fa0, fa1, f31
        fmadd.d  fa0, fa1, fa2, fa3
        fsqrt.s  fa0, fa1
        fcvt.w.s a0, fa0
        fcvt.d.w ft0, a0
        fmv.s.x  fa0, a0
        fmv.x.s  a0, fa0
        fabs.s   fa0, fa1
        fneg.d   fa0, fa1
        feq.s    a0, fa0, fa1
        fsw      fa0, 4(a0)
        fsd      fa0, 8(a0)
