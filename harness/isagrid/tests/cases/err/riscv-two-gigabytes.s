# isagrid: --dialect gnu
        .bss
big:    .zero   0x80000000
        .text
_start: li      a7, 93
        ecall
