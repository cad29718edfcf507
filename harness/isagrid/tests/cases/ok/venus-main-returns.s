# isagrid: --dialect venus
.globl main
main:   li      a0, 0
        ret
