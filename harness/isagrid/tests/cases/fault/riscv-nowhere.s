# isagrid: --dialect gnu
        .globl  _start
_start: li      t0, 0x70000000
        jr      t0
