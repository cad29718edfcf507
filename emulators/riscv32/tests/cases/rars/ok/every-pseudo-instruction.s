# Every pseudo-instruction.
        .data
x:      .word 1
        .text
main:
        nop
        not s3, a4
        mv s3, a4
        neg s3, a4
        fmv.s fa3, fs4
        fabs.s fa3, fs4
        fneg.s fa3, fs4
        fmv.d fa3, fs4
        fabs.d fa3, fs4
        fneg.d fa3, fs4
        sgt s3, a4, t5
        sgtu s3, a4, t5
        seqz s3, a4
        snez s3, a4
        sgtz s3, a4
        sltz s3, a4
        b main
        beqz s3, main
        bnez s3, main
        bgez s3, main
        bltz s3, main
        bgtz s3, main
        blez s3, main
        bgt s3, a4, main
        bgtu s3, a4, main
        ble s3, a4, main
        bleu s3, a4, main
        j main
        jal main
        jr s3
        jalr s3
        jr s3, -100
        jalr s3, -100
        jalr s3, -100(a4)
        ret
        call main
        tail main
        li s3, -100
        li s3, 0x12345678
        la s3, x
        lw s3(a4)
        lh s3(a4)
        lb s3(a4)
        lhu s3(a4)
        lbu s3(a4)
        lw s3, -100
        lh s3, -100
        lb s3, -100
        lhu s3, -100
        lbu s3, -100
        lw s3, 0x12345678
        lh s3, 0x12345678
        lb s3, 0x12345678
        lhu s3, 0x12345678
        lbu s3, 0x12345678
        lw s3, x
        lh s3, x
        lb s3, x
        lhu s3, x
        lbu s3, x
        sw s3(a4)
        sh s3(a4)
        sb s3(a4)
        sw s3, -100
        sh s3, -100
        sb s3, -100
        sw s3, 0x12345678, a4
        sh s3, 0x12345678, a4
        sb s3, 0x12345678, a4
        sw s3, x, a4
        sh s3, x, a4
        sb s3, x, a4
        flw fa3(s3)
        fsw fa3(s3)
        fld fa3(s3)
        fsd fa3(s3)
        flw fa3, -100
        fsw fa3, -100
        fld fa3, -100
        fsd fa3, -100
        flw fa3, 0x12345678, s3
        fsw fa3, 0x12345678, s3
        fld fa3, 0x12345678, s3
        fsd fa3, 0x12345678, s3
        flw fa3, x, s3
        fsw fa3, x, s3
        fld fa3, x, s3
        fsd fa3, x, s3
        csrr s3, fcsr
        csrw s3, fcsr
        csrs s3, fcsr
        csrc s3, fcsr
        csrwi fcsr, 21
        csrsi fcsr, 21
        csrci fcsr, 21
        frcsr s3
        frsr s3
        fscsr s3, a4
        fssr s3, a4
        fscsr s3
        fssr s3
        frrm s3
        fsrm s3, a4
        fsrm s3
        frflags s3
        fsflags s3, a4
        fsflags s3
        rdcycle s3
        rdtime s3
        rdinstret s3
        rdcycleh s3
        rdtimeh s3
        rdinstreth s3
        fsqrt.s fa3, fs4
        fsqrt.d fa3, fs4
        fcvt.s.d fa3, fs4
        fcvt.d.s fa3, fs4
        fadd.s fa3, fs4, ft9
        fsub.s fa3, fs4, ft9
        fmul.s fa3, fs4, ft9
        fdiv.s fa3, fs4, ft9
        fadd.d fa3, fs4, ft9
        fsub.d fa3, fs4, ft9
        fmul.d fa3, fs4, ft9
        fdiv.d fa3, fs4, ft9
        fmadd.s fa3, fs4, ft9, fa0
        fnmadd.s fa3, fs4, ft9, fa0
        fmsub.s fa3, fs4, ft9, fa0
        fnmsub.s fa3, fs4, ft9, fa0
        fmadd.d fa3, fs4, ft9, fa0
        fnmadd.d fa3, fs4, ft9, fa0
        fmsub.d fa3, fs4, ft9, fa0
        fnmsub.d fa3, fs4, ft9, fa0
        fcvt.s.wu fa3, s3
        fcvt.s.w fa3, s3
        fcvt.d.wu fa3, s3
        fcvt.d.w fa3, s3
        fcvt.w.s s3, fa3
        fcvt.wu.s s3, fa3
        fcvt.w.d s3, fa3
        fcvt.wu.d s3, fa3
        sext.b s3, a4
        sext.h s3, a4
        zext.b s3, a4
        zext.h s3, a4
        fmv.x.w s3, fa3
        fmv.w.x fa3, s3
        lui s3, %hi(x)
        addi s3, a4, %lo(x)
        lb s3, %lo(x)(a4)
        lh s3, %lo(x)(a4)
        lw s3, %lo(x)(a4)
        flw fa3, %lo(x)(s3)
        fld fa3, %lo(x)(s3)
        fgt.s s3, fa3, fs4
        fge.s s3, fa3, fs4
        fgt.d s3, fa3, fs4
        fge.d s3, fa3, fs4
