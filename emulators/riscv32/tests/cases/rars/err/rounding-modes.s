main:   fadd.s fa0, fa1, fa2, fast
        fadd.s fa0, fa1, fa2, 1
        fmin.s fa0, fa1, fa2, rne
