# Addresses of labels, relative and absolute.
        .data
x:      .word 1
        .space 2048
y:      .word 2
        .text
main:   la   a0, y
        lw   a0, y
        lbu  a0, x
        sw   a0, y, t0
        flw  fa0, x, t1
        fsd  fa0, x, t1
        lui  t0, %hi(y)
        addi t0, t0, %lo(y)
        lw   a0, %lo(y)(t0)
        fld  fa0, %lo(x)(t0)
        lw   a0, 0x10010000
        sw   a0, 0x10010800, t0
        lw   a0, -4
        lw   a0, (sp)
        call f
        tail f
        jal  f
        jal  t0, f
        j    main
        beq  a0, a1, main
        bgt  a0, a1, f
f:      jalr zero, ra, 0
        jalr zero, 0(ra)
        jalr t0, 4
        jalr t0
        jr   t0, -4
        ret
