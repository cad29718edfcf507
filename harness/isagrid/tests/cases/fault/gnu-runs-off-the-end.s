# isagrid: --dialect gnu
        .globl  _start
_start: li      t0, 1
        addi    t0, t0, 1
