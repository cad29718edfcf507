        .data
        .space  0x7fffffff
        .space  0x90000000
        .byte   1
        .bss
        .byte   1
        .data
        .org    4
        .rept   1000000000
        nop
        .endr
