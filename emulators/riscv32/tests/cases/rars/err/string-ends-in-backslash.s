        .data
        .asciz "a\\"
