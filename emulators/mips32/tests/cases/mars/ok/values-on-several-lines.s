        .data
x:      .word   1, 2,
                3, 4
        5
        .asciiz "a"
        "b"
