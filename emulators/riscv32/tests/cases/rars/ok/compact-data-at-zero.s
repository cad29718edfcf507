# options: CompactDataAtZero
        .data
x:      .word x
        .text
main:   la   a0, x
        .extern y 4
        la   a0, y
