# options: none
        .globl  __start
        .globl  nowhere
        .data
here:   .word   later - here
        .float  1,5
later:  .space  4
        .space  -4
        .text
__start: nop
