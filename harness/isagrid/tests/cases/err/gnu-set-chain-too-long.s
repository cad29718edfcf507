# isagrid: --dialect gnu
# Twice as long at each step, and no number comes of it: refused for its length, and not for standing
# for itself.
        .text
        .globl  _start
_start: la      a0, b0
        .set    b0, b1 + b1
        .set    b1, b2 + b2
        .set    b2, b3 + b3
        .set    b3, b4 + b4
        .set    b4, b5 + b5
        .set    b5, b6 + b6
        .set    b6, b7 + b7
        .set    b7, b8 + b8
        .set    b8, b9 + b9
        .set    b9, _start
