        .eqv    row $s0
        .eqv    CELLS 81
        .text
main:   li      row 0
next:   mul     $t2 row 32
        lw      $t3 ($t4)
        bne     $t3 0 next
        beq     $s3 1 done
        la      $a0 10
        sw      $t3 board($t2)
        addi    row row 1
        blt     row CELLS next
done:   li      $v0 10
        syscall
        .data
board:  .word   0:81
