# isagrid: --dialect spim
# SPIM reports on standard output, goes on, and ends with 0; the mistake must still be told.
        .text
        .globl main
main:   lw $t0, 2($zero)
        jr $ra
