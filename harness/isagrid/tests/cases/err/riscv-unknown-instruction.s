# isagrid: --dialect gnu
_start: li      a0, 1
        subi    a0, a0, 1
        fadd.q  fa0, fa1, fa2
        add     a0, a0, x32
