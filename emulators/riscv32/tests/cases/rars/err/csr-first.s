        .text
main:
        li t0, 3
        csrw fcsr, t0
        csrr a0, fcsr
