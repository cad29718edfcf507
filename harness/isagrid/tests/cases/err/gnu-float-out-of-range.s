# isagrid: --dialect gnu
        .data
        .float  1e39
        .double 1e309
        .float  1e-60
        .float  3.4028236e38, inf, 0e99
        .text
        .globl  _start
_start: nop
