# options: none
        .globl  __start
        .data
        .float  1.5, -2.25e2 1.5e
        .double 0.1
        .text
__start:
        c.lt.s  $f0, $f2
        c.lt.d  3, $f0, $f2
        bc1t    __start
        bc1f    3, __start
        movf    $t0, $t1, 2
        movt.s  $f0, $f2
        movz.d  $f0, $f2, $t3
        cvt.d.w $f0, $f2
        clz     $t0, $t1
        break   7
        ssnop
        sync
        lwc2    $4, 4($sp)
        mfc2    $t0, $3
        rfe
