# options: none
        .globl  __start
        .data
x:      addu    $t0, $t1, $t2
        lw      $t0, x
        beq     $t0, $t1, x
        .text
__start: nop
