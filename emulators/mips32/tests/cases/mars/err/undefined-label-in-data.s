        .data
        .word tabel
table:  .word 1
