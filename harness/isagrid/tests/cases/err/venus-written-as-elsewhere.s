# isagrid: --dialect venus
main:   lw      a0, (sp)
        sw      a0, (sp)
        add     t0, t1, 5
        sub     t0, t1, 5
        beq     a0, 5, main
        add     t0, t1, t2 // a sum
        // a comment
        ; another
        li      $v0, 1
        add     t0, $t9, $t1
        ld      a0, 0(sp)
        jal     exit2
        jal     exit2
        jal     exit2
