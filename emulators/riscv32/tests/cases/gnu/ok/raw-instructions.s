# .insn: instructions by their bits.
_start: .insn   r 0x33, 0, 0, a0, a1, a2
        .insn   i LOAD, 2, a0, 4(a1)
        .insn   s STORE, 2, a0, 4(a1)
        .insn   b BRANCH, 0, a0, a1, _start
        .insn   u LUI, a0, 0x12345
        .insn   j JAL, ra, _start
        .insn   r4 MADD, 0, 0, fa0, fa1, fa2, fa3
        .insn   cr 2, 8, a0, a1
        .insn   cj 1, 5, _start
        .insn   4, 0x00b50533
        .insn   0x0001
