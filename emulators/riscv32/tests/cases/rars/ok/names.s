# Every way to name a register, a control and status register, a rounding mode.
main:   add  zero, ra, sp
        add  gp, tp, fp
        add  x0, x31, x010
        add  s0, s11, t6
        fadd.s ft0, fa7, fs11, rne
        fadd.d f0, f31, ft11, rtz
        fsqrt.s f1, f2, rdn
        fcvt.w.s a0, fa0, rup
        fcvt.d.s fa0, fa1, rmm
        fmadd.s fa0, fa1, fa2, fa3, dyn
        csrr t0, ustatus
        csrr t0, fflags
        csrr t0, utvec
        csrw t0, uscratch
        csrs t0, uie
        csrc t0, uip
        csrr t0, instreth
        csrrw t0, 0x041, t1
        csrrsi t0, frm, 31
