# isagrid: --dialect gnu
        .globl  _start
_start: lui     t0, 0x60000
        sw      zero, 0(t0)
