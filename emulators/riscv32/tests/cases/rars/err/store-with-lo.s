        .data
x: .word 1
        .text
main:
        li t1, 7
        lui t0, %hi(x)
        sw t1, %lo(x)(t0)
        lw a0, x
