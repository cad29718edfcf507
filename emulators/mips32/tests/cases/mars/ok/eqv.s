        .eqv    N 10
        .eqv    COUNTER $t0
        .eqv    ADD3 addi COUNTER, COUNTER, 3 # a comment
        .eqv    OFFSET 8
        li      COUNTER, -N
        ADD3
        lw      $t1, OFFSET($sp)
        .data
x:      .word   N, -N
        .word   N : 2
