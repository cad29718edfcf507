# isagrid: --dialect gnu
        .globl  _start
_start: li      a0, 1
        addi    a0, a0, 1
