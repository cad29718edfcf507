# Unpacks a text that was packed with LZSS, and prints it: GNU dialect, for Linux.
#
# Method:  after Okumura's LZSS. A byte of eight flags, the lowest first, says what follows: 1 is a
#          character, 0 is a copy. A copy is two bytes: a place in a ring of 1,024 characters, ten
#          bits, and the number of characters less three, six bits. Each character that is unpacked
#          also goes into the ring, first to place 960; before that the ring is full of blanks.
#
# The instructions from `unpack` to `unpacked` are the ones whose size is compared with those of
# other machines: docs/reading-comparisons.md.

        .equ    SYS_WRITE, 64
        .equ    SYS_EXIT, 93

        .data
packed:
        .byte   127, 76, 90, 83, 83, 10, 43, 45, 198, 15, 222, 197, 59, 10, 124, 32
        .byte   46, 224, 3, 52, 32, 186, 223, 7, 50, 224, 3, 124, 32, 51, 224, 3
        .byte   53, 171, 32, 124, 222, 19, 55, 230, 3, 56, 224, 3, 51, 208, 230, 11
        .byte   11, 4, 247, 7, 241, 7, 56, 8, 8, 52, 32, 37, 57, 0, 0, 55
        .byte   12, 16, 197, 111, 52, 244, 7, 4, 0, 1, 57, 236, 11, 11, 28, 253
        .byte   7, 7, 32, 30, 0, 81, 4, 247, 23, 8, 85, 32, 76, 0, 39, 132
        .byte   54, 84, 8, 37, 16, 88, 40, 127, 20, 1, 49, 24, 16, 177, 4, 17
        .byte   4, 141, 16, 4, 8, 85, 4, 235, 7, 0, 41, 108
packed_end:
ring:   .zero   1024
text:   .zero   400

        .text
        .globl  _start
_start: la      t0, ring
        addi    t1, t0, 1024
        li      t2, ' '
blank:  sb      t2, 0(t0)
        addi    t0, t0, 1
        bne     t0, t1, blank

        la      s0, packed              # the next packed byte
        la      a1, packed_end
        la      a0, text                # where the next character goes
        la      a2, ring
        li      a3, 960                 # its place in the ring
        li      t2, 1
        mv      s1, t2                  # no flags are left
unpack: beq     s0, a1, unpacked
        bne     s1, t2, flag
        lbu     s1, 0(s0)
        addi    s0, s0, 1
        ori     s1, s1, 0x100           # a one after the eight flags
flag:   andi    a4, s1, 1
        srli    s1, s1, 1
        bnez    a4, single
        lbu     a4, 0(s0)               # the place to copy from
        lbu     t0, 1(s0)               # how many characters
        addi    s0, s0, 2
        slli    a5, t0, 8
        or      a4, a4, a5
        srli    t0, t0, 2
        addi    t0, t0, 3
copy:   andi    a4, a4, 1023
        add     a5, a2, a4
        lbu     a5, 0(a5)
        addi    a4, a4, 1
put:    sb      a5, 0(a0)
        addi    a0, a0, 1
        add     t1, a2, a3
        sb      a5, 0(t1)
        addi    a3, a3, 1
        andi    a3, a3, 1023
        addi    t0, t0, -1
        bnez    t0, copy
        j       unpack
single: lbu     a5, 0(s0)
        addi    s0, s0, 1
        mv      t0, t2
        j       put
unpacked:
        la      a1, text
        sub     a2, a0, a1
        li      a0, 1
        li      a7, SYS_WRITE
        ecall
        li      a0, 0
        li      a7, SYS_EXIT
        ecall
