        nop
        mv   a0, a1
        neg  a0, a1
        not  a0, a1
        seqz a0, a1
        snez a0, a1
        sltz a0, a1
        sgtz a0, a1
        seq  a0, a1, a2
        sne  a0, a1, a2
        sge  a0, a1, a2
        sgeu a0, a1, a2
        sgt  a0, a1, a2
        sgtu a0, a1, a2
        sle  a0, a1, a2
        sleu a0, a1, a2
l:      beqz a0, l
        bnez a0, l
        bgez a0, l
        bltz a0, l
        bgtz a0, l
        blez a0, l
        bgt  a0, a1, l
        bgtu a0, a1, l
        ble  a0, a1, l
        bleu a0, a1, l
