        .section .rodata
a:      .word 1
        .section .text.main
main:   la   a0, a
        .section .sdata
c:      .word c
        .text 0x00400100
        la   a0, c
        .data 0x10010100
        .word 5
        .extern shared 8
        .text
        la   a0, shared
