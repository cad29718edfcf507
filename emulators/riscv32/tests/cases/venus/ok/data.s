        .data
bytes:  .byte 1, -127, 255, 'A', '\n'
        .align 1
halves: .half 0x1234 -2 70000
        .align 2
words:  .word 1, 0xffffffff, -1, words, words+4, later, 4294967297
text:   .asciiz "a\tb\"\\\q"
        .string ""
        .space 3
        .align 3
reals:  .float 1.5, -0.0, 0x3fc00000
        .double 1e300
        .text
later:  la   a0, words
        lw   a1, words+4
        sw   a1, words+4, t0
        lb   a2, bytes
        la   a3, words-4
