# isagrid: --board esp32c3
_start: amoadd.w a0, a1, (a2)
        fadd.s  fa0, fa1, fa2
