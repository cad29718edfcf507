# Sections joined by family and put in order, and those that come back.
        .section .rodata.str1.4, "aMS", @progbits, 1
text:   .asciz  "text"
        .text
_start: nop
        .pushsection .data.hot, "aw"
hot:    .word   1
        .popsection
        nop
        .data
        .word   2
        .previous
        ret
        .section .text.startup, "ax"
first:  nop
        .section .sdata, "aw"
        .word   3
        .section .sbss, "aw", @nobits
        .zero   4
        .section .mine, "aw"
        .word   4
        .section .comment
        .asciz  "not in memory"
        .section .init_array, "aw"
        .word   first
