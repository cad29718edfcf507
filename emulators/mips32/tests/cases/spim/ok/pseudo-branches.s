# options: none
        .globl  __start
__start:
        b       __start
        bal     later
        beqz    $t0, __start
        bnez    $t0, later
        beq     $t0, 0, __start
        beq     $t0, 5, later
        bne     $t0, -5, later
        bge     $t0, $t1, later
        bge     $t0, 40000, later
        bgeu    $t0, 5, later
        bgt     $t0, 5, later
        bgtu    $t0, 5, later
        ble     $t0, 5, later
        bleu    $t0, 5, later
        blt     $t0, $t1, later
        bltu    $t0, 5, later
later:  j       $ra
        jal     $t0
        jalr    later
