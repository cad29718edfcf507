# isagrid: --dialect gnu
        .globl  _start
_start: sw      a0, 0(zero)
