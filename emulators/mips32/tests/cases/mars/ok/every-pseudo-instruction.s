        .data
        .space  40000
spot:   .word   1
        .text
x:      nop
        not     $t0, $t1
        add     $t0, $t1, -100
        add     $t0, $t1, -100000
        addu    $t0, $t1, -100000
        addi    $t0, $t1, -100000
        addiu   $t0, $t1, -100000
        sub     $t0, $t1, -100
        sub     $t0, $t1, -100000
        subu    $t0, $t1, -100000
        subi    $t0, $t1, -100
        subi    $t0, $t1, -100000
        subiu   $t0, $t1, -100000
        move    $t0, $t1
        abs     $t0, $t1
        neg     $t0, $t1
        negu    $t0, $t1
        andi    $t0, $t1, -100000
        ori     $t0, $t1, -100000
        xori    $t0, $t1, -100000
        and     $t0, $t1, 40000
        or      $t0, $t1, 40000
        xor     $t0, $t1, 40000
        and     $t0, 40000
        or      $t0, 40000
        xor     $t0, 40000
        andi    $t0, 40000
        ori     $t0, 40000
        xori    $t0, 40000
        andi    $t0, -100000
        ori     $t0, -100000
        xori    $t0, -100000
        seq     $t0, $t1, $t2
        seq     $t0, $t1, -100
        seq     $t0, $t1, -100000
        sne     $t0, $t1, $t2
        sne     $t0, $t1, -100
        sne     $t0, $t1, -100000
        sge     $t0, $t1, $t2
        sgeu    $t0, $t1, $t2
        sge     $t0, $t1, -100
        sgeu    $t0, $t1, -100
        sge     $t0, $t1, -100000
        sgeu    $t0, $t1, -100000
        sgt     $t0, $t1, $t2
        sgtu    $t0, $t1, $t2
        sgt     $t0, $t1, -100
        sgtu    $t0, $t1, -100
        sgt     $t0, $t1, -100000
        sgtu    $t0, $t1, -100000
        sle     $t0, $t1, $t2
        sleu    $t0, $t1, $t2
        sle     $t0, $t1, -100
        sleu    $t0, $t1, -100
        sle     $t0, $t1, -100000
        sleu    $t0, $t1, -100000
        b       x
        beqz    $t0, x
        bnez    $t0, x
        beq     $t0, -100, x
        bne     $t0, -100, x
        beq     $t0, -100000, x
        bne     $t0, -100000, x
        bge     $t0, $t1, x
        bgeu    $t0, $t1, x
        bge     $t0, -100, x
        bgeu    $t0, -100, x
        bge     $t0, -100000, x
        bgeu    $t0, -100000, x
        bgt     $t0, $t1, x
        bgtu    $t0, $t1, x
        bgt     $t0, -100, x
        bgtu    $t0, -100, x
        bgt     $t0, -100000, x
        bgtu    $t0, -100000, x
        ble     $t0, $t1, x
        bleu    $t0, $t1, x
        ble     $t0, -100, x
        ble     $t0, -100000, x
        bleu    $t0, -100, x
        bleu    $t0, -100000, x
        blt     $t0, $t1, x
        bltu    $t0, $t1, x
        blt     $t0, -100, x
        bltu    $t0, -100, x
        blt     $t0, -100000, x
        bltu    $t0, -100000, x
        rol     $t0, $t1, $t2
        rol     $t0, $t1, 3
        ror     $t0, $t1, $t2
        ror     $t0, $t1, 3
        mfc1.d  $t0, $f2
        mtc1.d  $t0, $f2
        mul     $t0, $t1, -100
        mul     $t0, $t1, -100000
        mulu    $t0, $t1, $t2
        mulu    $t0, $t1, -100
        mulu    $t0, $t1, -100000
        mulo    $t0, $t1, $t2
        mulo    $t0, $t1, -100
        mulo    $t0, $t1, -100000
        mulou   $t0, $t1, $t2
        mulou   $t0, $t1, -100
        mulou   $t0, $t1, -100000
        div     $t0, $t1, $t2
        divu    $t0, $t1, $t2
        div     $t0, $t1, -100
        divu    $t0, $t1, -100
        div     $t0, $t1, -100000
        divu    $t0, $t1, -100000
        rem     $t0, $t1, $t2
        remu    $t0, $t1, $t2
        rem     $t0, $t1, -100
        remu    $t0, $t1, -100
        rem     $t0, $t1, -100000
        remu    $t0, $t1, -100000
        li      $t0, -100
        li      $t0, 40000
        li      $t0, -100000
        la      $t0, ($t1)
        la      $t0, -100
        la      $t0, 40000
        la      $t0, 40000($t1)
        la      $t0, spot($t1)
        la      $t0, spot+70000($t1)
        la      $t0, 0x12345678($t1)
        la      $t0, spot
        la      $t0, spot+70000
        la      $t0, 0x12345678
        lw      $t0, ($t1)
        lh      $t0, ($t1)
        lb      $t0, ($t1)
        lhu     $t0, ($t1)
        lbu     $t0, ($t1)
        lwl     $t0, ($t1)
        lwr     $t0, ($t1)
        ll      $t0, ($t1)
        sw      $t0, ($t1)
        sh      $t0, ($t1)
        sb      $t0, ($t1)
        swl     $t0, ($t1)
        swr     $t0, ($t1)
        sc      $t0, ($t1)
        lw      $t0, -100
        lh      $t0, -100
        lb      $t0, -100
        lhu     $t0, -100
        lbu     $t0, -100
        lwl     $t0, -100
        lwr     $t0, -100
        ll      $t0, -100
        sw      $t0, -100
        sh      $t0, -100
        sb      $t0, -100
        swl     $t0, -100
        swr     $t0, -100
        sc      $t0, -100
        lw      $t0, 40000
        lh      $t0, 40000
        lb      $t0, 40000
        lhu     $t0, 40000
        lbu     $t0, 40000
        lwl     $t0, 40000
        lwr     $t0, 40000
        ll      $t0, 40000
        sw      $t0, 40000
        sh      $t0, 40000
        sb      $t0, 40000
        swl     $t0, 40000
        sc      $t0, 40000
        lw      $t0, spot
        lw      $t0, spot+70000
        lw      $t0, 0x12345678
        lh      $t0, spot
        lh      $t0, spot+70000
        lh      $t0, 0x12345678
        lb      $t0, spot
        lb      $t0, spot+70000
        lb      $t0, 0x12345678
        lhu     $t0, spot
        lhu     $t0, spot+70000
        lhu     $t0, 0x12345678
        lbu     $t0, spot
        lbu     $t0, spot+70000
        lbu     $t0, 0x12345678
        lwl     $t0, spot
        lwl     $t0, spot+70000
        lwl     $t0, 0x12345678
        lwr     $t0, spot
        lwr     $t0, spot+70000
        lwr     $t0, 0x12345678
        ll      $t0, spot
        ll      $t0, spot+70000
        ll      $t0, 0x12345678
        sw      $t0, spot
        sw      $t0, spot+70000
        sw      $t0, 0x12345678
        sh      $t0, spot
        sh      $t0, spot+70000
        sh      $t0, 0x12345678
        sb      $t0, spot
        sb      $t0, spot+70000
        sb      $t0, 0x12345678
        swl     $t0, spot
        swl     $t0, spot+70000
        swl     $t0, 0x12345678
        swr     $t0, spot
        swr     $t0, spot+70000
        swr     $t0, 0x12345678
        sc      $t0, spot
        sc      $t0, spot+70000
        sc      $t0, 0x12345678
        lw      $t0, 40000($t1)
        lh      $t0, 40000($t1)
        lb      $t0, 40000($t1)
        lhu     $t0, 40000($t1)
        lbu     $t0, 40000($t1)
        lwl     $t0, 40000($t1)
        lwr     $t0, 40000($t1)
        ll      $t0, 40000($t1)
        sw      $t0, 40000($t1)
        sh      $t0, 40000($t1)
        sb      $t0, 40000($t1)
        swl     $t0, 40000($t1)
        swr     $t0, 40000($t1)
        sc      $t0, 40000($t1)
        lw      $t0, spot($t1)
        lw      $t0, spot+70000($t1)
        lw      $t0, 0x12345678($t1)
        lh      $t0, spot($t1)
        lh      $t0, spot+70000($t1)
        lh      $t0, 0x12345678($t1)
        lb      $t0, spot($t1)
        lb      $t0, spot+70000($t1)
        lb      $t0, 0x12345678($t1)
        lhu     $t0, spot($t1)
        lhu     $t0, spot+70000($t1)
        lhu     $t0, 0x12345678($t1)
        lbu     $t0, spot($t1)
        lbu     $t0, spot+70000($t1)
        lbu     $t0, 0x12345678($t1)
        lwl     $t0, spot($t1)
        lwl     $t0, spot+70000($t1)
        lwl     $t0, 0x12345678($t1)
        lwr     $t0, spot($t1)
        lwr     $t0, spot+70000($t1)
        lwr     $t0, 0x12345678($t1)
        ll      $t0, spot($t1)
        ll      $t0, spot+70000($t1)
        ll      $t0, 0x12345678($t1)
        sw      $t0, spot($t1)
        sw      $t0, spot+70000($t1)
        sw      $t0, 0x12345678($t1)
        sh      $t0, spot($t1)
        sh      $t0, spot+70000($t1)
        sh      $t0, 0x12345678($t1)
        sb      $t0, spot($t1)
        sb      $t0, spot+70000($t1)
        sb      $t0, 0x12345678($t1)
        swl     $t0, spot($t1)
        swl     $t0, spot+70000($t1)
        swl     $t0, 0x12345678($t1)
        swr     $t0, spot($t1)
        swr     $t0, spot+70000($t1)
        swr     $t0, 0x12345678($t1)
        sc      $t0, spot($t1)
        sc      $t0, spot+70000($t1)
        sc      $t0, 0x12345678($t1)
        lwc1    $f2, ($t0)
        ldc1    $f2, ($t0)
        swc1    $f2, ($t0)
        sdc1    $f2, ($t0)
        l.s     $f2, ($t0)
        l.d     $f2, ($t0)
        s.s     $f2, ($t0)
        s.d     $f2, ($t0)
        lwc1    $f2, -100
        ldc1    $f2, -100
        swc1    $f2, -100
        sdc1    $f2, -100
        l.s     $f2, -100
        l.d     $f2, -100
        s.s     $f2, -100
        s.d     $f2, -100
        lwc1    $f2, spot
        lwc1    $f2, spot+70000
        lwc1    $f2, 0x12345678
        ldc1    $f2, spot
        ldc1    $f2, spot+70000
        ldc1    $f2, 0x12345678
        swc1    $f2, spot
        swc1    $f2, spot+70000
        swc1    $f2, 0x12345678
        sdc1    $f2, spot
        sdc1    $f2, spot+70000
        sdc1    $f2, 0x12345678
        l.s     $f2, spot
        l.s     $f2, spot+70000
        l.s     $f2, 0x12345678
        l.d     $f2, spot
        l.d     $f2, spot+70000
        l.d     $f2, 0x12345678
        s.s     $f2, spot
        s.s     $f2, spot+70000
        s.s     $f2, 0x12345678
        s.d     $f2, spot
        s.d     $f2, spot+70000
        s.d     $f2, 0x12345678
        lwc1    $f2, spot($t0)
        lwc1    $f2, spot+70000($t0)
        lwc1    $f2, 0x12345678($t0)
        ldc1    $f2, spot($t0)
        ldc1    $f2, spot+70000($t0)
        ldc1    $f2, 0x12345678($t0)
        swc1    $f2, spot($t0)
        swc1    $f2, spot+70000($t0)
        swc1    $f2, 0x12345678($t0)
        sdc1    $f2, spot($t0)
        sdc1    $f2, spot+70000($t0)
        sdc1    $f2, 0x12345678($t0)
        l.s     $f2, spot($t0)
        l.s     $f2, spot+70000($t0)
        l.s     $f2, 0x12345678($t0)
        l.d     $f2, spot($t0)
        l.d     $f2, spot+70000($t0)
        l.d     $f2, 0x12345678($t0)
        s.s     $f2, spot($t0)
        s.s     $f2, spot+70000($t0)
        s.s     $f2, 0x12345678($t0)
        s.d     $f2, spot($t0)
        s.d     $f2, spot+70000($t0)
        s.d     $f2, 0x12345678($t0)
        ld      $t0, -100($t1)
        sd      $t0, -100($t1)
        ld      $t0, spot
        ld      $t0, spot+70000
        ld      $t0, 0x12345678
        sd      $t0, spot
        sd      $t0, spot+70000
        sd      $t0, 0x12345678
        ld      $t0, ($t1)
        sd      $t0, ($t1)
        ld      $t0, spot($t1)
        ld      $t0, spot+70000($t1)
        ld      $t0, 0x12345678($t1)
        sd      $t0, spot($t1)
        sd      $t0, spot+70000($t1)
        sd      $t0, 0x12345678($t1)
        ulw     $t0, -100($t1)
        ulw     $t0, spot
        ulw     $t0, spot+70000
        ulw     $t0, 0x12345678
        ulw     $t0, ($t1)
        ulw     $t0, spot($t1)
        ulw     $t0, spot+70000($t1)
        ulw     $t0, 0x12345678($t1)
        usw     $t0, -100($t1)
        usw     $t0, spot
        usw     $t0, spot+70000
        usw     $t0, 0x12345678
        usw     $t0, ($t1)
        usw     $t0, spot($t1)
        usw     $t0, spot+70000($t1)
        usw     $t0, 0x12345678($t1)
        ulh     $t0, -100($t1)
        ulhu    $t0, -100($t1)
        ulh     $t0, spot
        ulh     $t0, spot+70000
        ulh     $t0, 0x12345678
        ulhu    $t0, spot
        ulhu    $t0, spot+70000
        ulhu    $t0, 0x12345678
        ulh     $t0, ($t1)
        ulhu    $t0, ($t1)
        ulh     $t0, spot($t1)
        ulh     $t0, spot+70000($t1)
        ulh     $t0, 0x12345678($t1)
        ulhu    $t0, spot($t1)
        ulhu    $t0, spot+70000($t1)
        ulhu    $t0, 0x12345678($t1)
        ush     $t0, -100($t1)
        ush     $t0, spot
        ush     $t0, spot+70000
        ush     $t0, 0x12345678
        ush     $t0, ($t1)
        ush     $t0, spot($t1)
        ush     $t0, spot+70000($t1)
        ush     $t0, 0x12345678($t1)
