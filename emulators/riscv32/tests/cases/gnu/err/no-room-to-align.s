# options: rv32i
        .section .rodata
        .align  2
        .byte   1
        .text
        .option relax
        .option arch, +c
        .byte   1
        .align  2
        nop
