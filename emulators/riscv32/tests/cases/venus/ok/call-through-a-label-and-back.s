# call and tail go through t1, with a distance that has an upper and a lower part
        .globl main
helper: ret
main:   call helper
        tail helper
        jal  helper
        jal  ra helper
        jalr t0
        jalr zero, t0, -4
        jr   t0
        j    main
