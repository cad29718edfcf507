# Everything that stores data; 8-byte integers are aligned as words.
        .data
b:      .byte 1, -1 'a' 255
        .half 2
w:      .word 3, w, last, 0xffffffff
        .byte 9
d:      .dword 0x1122334455667788, -1
        .byte 9
        .dword 5 : 2
        .float 1.5, -0.1, Inf, -Inf, NaN, 010
        .double 1e-3, 1e400
        .ascii "ab"
        .asciz "c\n\t\"\\ ", ""
        .string "\u00e9\u20ac é"
        .align 3
        .byte 1
        .align 0
        .word 0x11223344
        .half 7 : 2
        8, 9
        .space 3
last:   .byte 0x7f
