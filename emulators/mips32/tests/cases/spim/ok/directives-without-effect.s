# options: none
        .globl  __start
        .file   1 "program.c"
        .option pic0
        .set    noreorder
        .ent    __start 0
__start:
        .frame  $fp, 24, $ra
        .mask   0x80000000, -4
        .fmask  0, 0
        .loc    1 5
        nop
        .end    __start
        .verstamp 3 11
        .asm0
        .alias  $4, $5
        .noalias $4, $5
        .bgnb   1
        .endb   1
        .endr
        .livereg 0 0
        .vreg   $5, 1, 2
        .lab    here
        j       here
