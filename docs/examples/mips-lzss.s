# Unpacks a text that was packed with LZSS, and prints it: SPIM or MARS dialect.
#
# Method:  after Okumura's LZSS. A byte of eight flags, the lowest first, says what follows: 1 is a
#          character, 0 is a copy. A copy is two bytes: a place in a ring of 1,024 characters, ten
#          bits, and the number of characters less three, six bits. Each character that is unpacked
#          also goes into the ring, first to place 960; before that the ring is full of blanks.
#
# The instructions from `unpack` to `unpacked` are the ones whose size is compared with those of
# other machines: docs/reading-comparisons.md.

        .data
packed:
        .byte   127, 76, 90, 83, 83, 10, 43, 45, -58, 15, -34, -59, 59, 10, 124, 32
        .byte   46, -32, 3, 52, 32, -70, -33, 7, 50, -32, 3, 124, 32, 51, -32, 3
        .byte   53, -85, 32, 124, -34, 19, 55, -26, 3, 56, -32, 3, 51, -48, -26, 11
        .byte   11, 4, -9, 7, -15, 7, 56, 8, 8, 52, 32, 37, 57, 0, 0, 55
        .byte   12, 16, -59, 111, 52, -12, 7, 4, 0, 1, 57, -20, 11, 11, 28, -3
        .byte   7, 7, 32, 30, 0, 81, 4, -9, 23, 8, 85, 32, 76, 0, 39, -124
        .byte   54, 84, 8, 37, 16, 88, 40, 127, 20, 1, 49, 24, 16, -79, 4, 17
        .byte   4, -115, 16, 4, 8, 85, 4, -21, 7, 0, 41, 108
packed_end:
ring:   .space  1024
text:   .space  400

        .text
        .globl  main
main:   la      $t0, ring
        addiu   $t1, $t0, 1024
        li      $t2, ' '
blank:  sb      $t2, 0($t0)
        addiu   $t0, $t0, 1
        bne     $t0, $t1, blank

        la      $s0, packed             # the next packed byte
        la      $s1, packed_end
        la      $s2, text               # where the next character goes
        la      $s3, ring
        li      $s4, 960                # its place in the ring
        li      $t5, 1
        move    $t1, $t5                # no flags are left
unpack: beq     $s0, $s1, unpacked
        bne     $t1, $t5, flag
        lbu     $t1, 0($s0)
        addiu   $s0, $s0, 1
        ori     $t1, $t1, 0x100         # a one after the eight flags
flag:   andi    $t2, $t1, 1
        srl     $t1, $t1, 1
        bne     $t2, $zero, single
        lbu     $t2, 0($s0)             # the place to copy from
        lbu     $t0, 1($s0)             # how many characters
        addiu   $s0, $s0, 2
        sll     $t3, $t0, 8
        or      $t2, $t2, $t3
        srl     $t0, $t0, 2
        addiu   $t0, $t0, 3
copy:   andi    $t2, $t2, 1023
        addu    $t3, $s3, $t2
        lbu     $t4, 0($t3)
        addiu   $t2, $t2, 1
put:    sb      $t4, 0($s2)
        addiu   $s2, $s2, 1
        addu    $t3, $s3, $s4
        sb      $t4, 0($t3)
        addiu   $s4, $s4, 1
        andi    $s4, $s4, 1023
        addiu   $t0, $t0, -1
        bne     $t0, $zero, copy
        b       unpack
single: lbu     $t4, 0($s0)
        addiu   $s0, $s0, 1
        move    $t0, $t5
        b       put
unpacked:
        sb      $zero, 0($s2)
        la      $a0, text
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
