_start: .word   a
        .set    a, b
        .set    b, c
        .set    c, a
