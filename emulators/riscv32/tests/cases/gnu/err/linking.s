# What is found when everything has an address.
_start: jal     far
        beq     a0, a1, .+8
        .byte   far
start:  call    _start
end:
        .section .far, "ax"
        .space  0x200000
far:    .space  0x200000
        jal     _start
        .section .comment
note:   .byte   0
        .text
        la      a0, note
