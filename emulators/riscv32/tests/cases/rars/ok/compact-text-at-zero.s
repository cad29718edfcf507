# options: CompactTextAtZero
        .data
x:      .word x
        .text
main:   la   a0, x
