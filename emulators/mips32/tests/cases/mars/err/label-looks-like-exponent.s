        .data
table:  .word   1, 2
        .text
        lw      $t0, table+4
        lw      $t0, table + 4
