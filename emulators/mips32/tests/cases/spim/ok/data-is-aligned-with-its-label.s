# options: none
        .globl  __start
        .data
        .byte   1
word:   .word   2
        .byte   3
half:
        .half   4
        .byte   5
text:   .ascii  "ab"
double: .double 1.5
        .align  0
        .byte   6
packed: .word   7
        .align  3
eight:  .byte   8
        .text
__start: nop
