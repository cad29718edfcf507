# options: none
        .globl  __start
        .data
        .word   later, __start, later + 4
here:   .word   here + 4, . , later - here
.:      .word   5 : 3
later:  .half   here, -1
        .text
__start: nop
        .word   0x0000000c
