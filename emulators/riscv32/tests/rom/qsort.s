# qsort of the ROM of the ESP32-C3: insertion, by exchanges with the element before.
        .option norvc
        .globl  _start
_start: addi    sp, sp, -32
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      s1, 8(sp)
        sw      s2, 12(sp)
        sw      s3, 16(sp)
        sw      s4, 20(sp)
        sw      s5, 24(sp)
        mul     s1, a1, a2
        mv      s0, a0
        add     s1, s1, a0
        mv      s2, a2
        mv      s3, a3
        add     s4, s0, s2
1:      bgeu    s4, s1, 5f
        mv      s5, s4
2:      beq     s5, s0, 4f
        sub     a0, s5, s2
        mv      a1, s5
        jalr    s3
        blez    a0, 4f
        mv      t1, s5
        sub     s5, s5, s2
        mv      t0, s5
        mv      t2, s2
3:      lbu     t3, 0(t0)
        lbu     t4, 0(t1)
        sb      t4, 0(t0)
        sb      t3, 0(t1)
        addi    t0, t0, 1
        addi    t1, t1, 1
        addi    t2, t2, -1
        bnez    t2, 3b
        j       2b
4:      add     s4, s4, s2
        j       1b
5:      lw      ra, 0(sp)
        lw      s0, 4(sp)
        lw      s1, 8(sp)
        lw      s2, 12(sp)
        lw      s3, 16(sp)
        lw      s4, 20(sp)
        lw      s5, 24(sp)
        addi    sp, sp, 32
        ret
