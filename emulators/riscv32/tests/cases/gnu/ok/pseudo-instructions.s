# options: norvc
# Pseudo-instructions, each as what it stands for.
_start: nop
        mv      a0, a1
        not     a0, a1
        neg     a0, a1
        seqz    a0, a1
        snez    a0, a1
        sltz    a0, a1
        sgtz    a0, a1
        sgt     a0, a1, a2
        zext.b  a0, a1
        li      a0, 5
        li      a0, 0x12345678
        li      a0, -2049
        beqz    a0, _start
        bgt     a0, a1, _start
        bleu    a0, a1, _start
        j       _start
        jr      a0
        jr      4(a0)
        jalr    a0
        jalr    a0, 8(a1)
        ret
        csrr    a0, mstatus
        csrw    mtvec, a0
        csrwi   mie, 3
        rdcycle a0
        frcsr   a0
        fsrmi   1
        fmv.s   fa0, fa1
        fabs.d  fa0, fa1
        fgt.s   a0, fa1, fa2
        fence
        call    t0, _start
        jump    _start, t1
        unimp
        add     a0, a1, 5
        lw      a0, (a1)
        amoadd.w.aqrl a0, a1, (a2)
        fadd.s  fa0, fa1, fa2, rtz
