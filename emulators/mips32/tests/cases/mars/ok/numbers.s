        .data
        .word   10, -10, 0x10, -0x10, 010, 0xffffffff, 'a', '\n', '\101', '\'', ',', 4294967295, 08
        .half   1, -1, 0x7fff
        .byte   'a', 127, -128
        .float  1.5, -2, 1e3, .5, 5., 010, NaN
        .double 1.5, -2e-3
