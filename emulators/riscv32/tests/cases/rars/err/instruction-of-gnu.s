        .data
x: .word 1
        .text
main:
        lla a0, x
