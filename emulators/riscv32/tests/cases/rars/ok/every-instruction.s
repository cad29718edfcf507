# Every real instruction.
        .data
x:      .word 1
        .text
main:
        add s3, a4, t5
        addi s3, a4, -100
        and s3, a4, t5
        andi s3, a4, -100
        auipc s3, 0x12345
        beq s3, a4, main
        bge s3, a4, main
        bgeu s3, a4, main
        blt s3, a4, main
        bltu s3, a4, main
        bne s3, a4, main
        csrrc s3, fcsr, a4
        csrrci s3, fcsr, 21
        csrrs s3, fcsr, a4
        csrrsi s3, fcsr, 21
        csrrw s3, fcsr, a4
        csrrwi s3, fcsr, 21
        div s3, a4, t5
        divu s3, a4, t5
        ebreak
        ecall
        fence 3, 3
        fence.i
        lb s3, -100(a4)
        lbu s3, -100(a4)
        lh s3, -100(a4)
        lhu s3, -100(a4)
        lui s3, 0x12345
        lw s3, -100(a4)
        mul s3, a4, t5
        mulh s3, a4, t5
        mulhsu s3, a4, t5
        mulhu s3, a4, t5
        or s3, a4, t5
        ori s3, a4, -100
        rem s3, a4, t5
        remu s3, a4, t5
        sb s3, -100(a4)
        sh s3, -100(a4)
        sll s3, a4, t5
        slli s3, a4, 21
        slt s3, a4, t5
        slti s3, a4, -100
        sltiu s3, a4, -100
        sltu s3, a4, t5
        sra s3, a4, t5
        srai s3, a4, 21
        srl s3, a4, t5
        srli s3, a4, 21
        sub s3, a4, t5
        sw s3, -100(a4)
        uret
        wfi
        xor s3, a4, t5
        xori s3, a4, -100
        jal s3, main
        fadd.s fa3, fs4, ft9, rtz
        fclass.s s3, fa3
        fcvt.s.d fa3, fs4, rtz
        fcvt.s.w fa3, s3, rtz
        fcvt.s.wu fa3, s3, rtz
        fcvt.w.s s3, fa3, rtz
        fcvt.wu.s s3, fa3, rtz
        fdiv.s fa3, fs4, ft9, rtz
        feq.s s3, fa3, fs4
        fle.s s3, fa3, fs4
        flt.s s3, fa3, fs4
        flw fa3, -100(s3)
        fmadd.s fa3, fs4, ft9, fa0, rtz
        fmax.s fa3, fs4, ft9
        fmin.s fa3, fs4, ft9
        fmsub.s fa3, fs4, ft9, fa0, rtz
        fmul.s fa3, fs4, ft9, rtz
        fnmadd.s fa3, fs4, ft9, fa0, rtz
        fnmsub.s fa3, fs4, ft9, fa0, rtz
        fsgnj.s fa3, fs4, ft9
        fsgnjn.s fa3, fs4, ft9
        fsgnjx.s fa3, fs4, ft9
        fsqrt.s fa3, fs4, rtz
        fsub.s fa3, fs4, ft9, rtz
        fsw fa3, -100(s3)
        fadd.d fa3, fs4, ft9, rtz
        fclass.d s3, fa3
        fcvt.d.s fa3, fs4, rtz
        fcvt.d.w fa3, s3, rtz
        fcvt.d.wu fa3, s3, rtz
        fcvt.w.d s3, fa3, rtz
        fcvt.wu.d s3, fa3, rtz
        fdiv.d fa3, fs4, ft9, rtz
        feq.d s3, fa3, fs4
        fld fa3, -100(s3)
        fle.d s3, fa3, fs4
        flt.d s3, fa3, fs4
        fmadd.d fa3, fs4, ft9, fa0, rtz
        fmax.d fa3, fs4, ft9
        fmin.d fa3, fs4, ft9
        fmsub.d fa3, fs4, ft9, fa0, rtz
        fmul.d fa3, fs4, ft9, rtz
        fnmadd.d fa3, fs4, ft9, fa0, rtz
        fnmsub.d fa3, fs4, ft9, fa0, rtz
        fsd fa3, -100(s3)
        fsgnj.d fa3, fs4, ft9
        fsgnjn.d fa3, fs4, ft9
        fsgnjx.d fa3, fs4, ft9
        fsqrt.d fa3, fs4, rtz
        fsub.d fa3, fs4, ft9, rtz
        jalr s3, a4, -100
        fmv.x.s s3, fa3
        fmv.s.x fa3, s3
