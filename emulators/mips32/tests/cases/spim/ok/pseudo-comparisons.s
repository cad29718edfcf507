# options: none
        .globl  __start
__start:
        seq     $t0, $t1, $t2
        seq     $t0, $t1, 0
        sne     $t0, $t1, 5
        sge     $t0, $t1, $t2
        sgeu    $t0, $t1, 70000
        sgt     $t0, $t1, $t2
        sgtu    $t0, $t1, 5
        sle     $t0, $t1, 0
        sleu    $t0, $t1, $t2
