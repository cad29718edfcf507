        .data
        .word   "abc"
        .word   label+4
        .float  abc, 0x10
        .asciiz 65
        .word   5 : 0
        .word   1.5
label:  .half   $t0
