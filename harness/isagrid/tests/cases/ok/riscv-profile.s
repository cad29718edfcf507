# isagrid: --dialect gnu --profile
        .globl  _start
_start: li      t0, 3
loop:   addi    t0, t0, -1
        bnez    t0, loop
        li      a0, 0
        li      a7, 93
        ecall
