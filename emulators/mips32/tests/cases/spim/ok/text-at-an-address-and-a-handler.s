# options: none
        .globl  __start
__start: jal    inner
        .text   0x00400100
inner:  jr      $ra
        .ktext  0x80000180
        .set    noat
        move    $k1, $at
        .set    at
        mfc0    $k0, $13
        eret
        .kdata
saved:  .word   1
