        .data
table:  .word   later, table
        .half   later
later:  .word   0
