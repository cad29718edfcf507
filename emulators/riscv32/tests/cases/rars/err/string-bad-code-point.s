        .data
        .asciz "\u12"
        .asciz "\u00e9 \\u12 \uwxyz"
