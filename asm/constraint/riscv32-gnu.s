# Sudoku 9x9 by the fewest candidates first, GNU dialect. line/riscv32-gnu.s is around it.
#
# Method:  take the blank cell with the fewest candidates, the first of equals in reading order, try
#          them in it, the smallest first, and let the same procedure do the rest of the grid. If it
#          cannot, the digit was wrong: blank the cell again and try the next one.
#
# Memory:  rows, columns, boxes   a set of bits each: the digits it has not yet, bit d - 1 for digit d
#          blanks                 a record for each blank cell; those that are still blank are linked
#                                 in reading order, beginning with the link at `first`
#          counts, lowest         of each of the 512 sets: how many digits, and the smallest

        .equ    NEXT, 0         # a record: the next one that is still blank, 0 after the last;
        .equ    ROW, 4          # where the set of its row is,
        .equ    COLUMN, 8       # of its column,
        .equ    BOX, 12         # of its box;
        .equ    CELL, 16        # where its cell is
        .equ    RECORD, 20

        .bss
        .balign 4
rows:   .zero   36
columns: .zero  36
boxes:  .zero   36
first:  .zero   4               # the link to the first blank cell: a record of nothing else
blanks: .zero   81 * RECORD
counts: .zero   512
lowest: .zero   512

        .section .rodata
# Where the set of a box lies, by row and by column.
box_row: .byte  0, 0, 0, 12, 12, 12, 24, 24, 24
box_col: .byte  0, 0, 0, 4, 4, 4, 8, 8, 8

        .globl  sorry
sorry:  .asciz  "no solution\n"

        .text
# sudoku: fills the grid.
#   out: a0  1 when it is full, 0 when there is no way
        .globl  sudoku
sudoku: addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s6, 8(sp)
        sw      s7, 4(sp)

        la      t0, rows        # at first every set has all digits
        addi    t1, t0, 108
        li      t2, 511
fill:   sw      t2, 0(t0)
        addi    t0, t0, 4
        bne     t0, t1, fill

        la      s6, counts      # these two stay in their registers
        la      s7, lowest
        li      t0, 1           # a set
        li      a0, 512
measure:
        srli    t1, t0, 1       # without digit 1, and all others one less, it was met before
        add     t2, s6, t1
        lbu     t2, 0(t2)
        andi    t3, t0, 1
        add     t2, t2, t3
        add     t4, s6, t0
        sb      t2, 0(t4)
        li      t2, 1
        bnez    t3, has_one
        add     t2, s7, t1
        lbu     t2, 0(t2)
        addi    t2, t2, 1
has_one:
        add     t4, s7, t0
        sb      t2, 0(t4)
        addi    t0, t0, 1
        bne     t0, a0, measure

        la      t0, first       # the record whose link is to be set
        la      t1, blanks      # the next record
        la      t2, grid
        li      t3, 0           # row
row:    la      t4, rows
        slli    t5, t3, 2
        add     t4, t4, t5      # its set
        li      t5, 0           # column
cell:   la      t6, columns
        slli    a1, t5, 2
        add     t6, t6, a1
        la      a1, boxes
        la      a2, box_row
        add     a2, a2, t3
        lbu     a2, 0(a2)
        add     a1, a1, a2
        la      a2, box_col
        add     a2, a2, t5
        lbu     a2, 0(a2)
        add     a1, a1, a2
        lbu     a2, 0(t2)
        beqz    a2, blank
        addi    a2, a2, -1      # given: the sets are without it
        li      a3, 1
        sll     a3, a3, a2
        not     a3, a3
        lw      a2, 0(t4)
        and     a2, a2, a3
        sw      a2, 0(t4)
        lw      a2, 0(t6)
        and     a2, a2, a3
        sw      a2, 0(t6)
        lw      a2, 0(a1)
        and     a2, a2, a3
        sw      a2, 0(a1)
        j       next_cell
blank:  sw      t4, ROW(t1)
        sw      t6, COLUMN(t1)
        sw      a1, BOX(t1)
        sw      t2, CELL(t1)
        sw      t1, NEXT(t0)
        mv      t0, t1
        addi    t1, t1, RECORD
next_cell:
        addi    t2, t2, 1
        addi    t5, t5, 1
        li      a2, 9
        bne     t5, a2, cell
        addi    t3, t3, 1
        bne     t3, a2, row
        sw      zero, NEXT(t0)

        call    solve
        lw      s7, 4(sp)
        lw      s6, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

# solve: fills the cells that are still blank.
#   in:  s6, s7  counts, lowest
#   out: a0      1 when the grid is full, 0 when there is no way (everything is as before)
#   Saved registers:
#        s0 record before the chosen one   s1 record of the chosen cell
#        s2 its candidates still untried   s3 bit of the digit being tried
        .globl  solve
solve:  la      t0, first       # the record before the one looked at
        lw      t1, NEXT(t0)
        li      a0, 1
        beqz    t1, back        # no blank cell: the grid is full
        li      a1, 10          # the fewest so far
look:   lw      t2, ROW(t1)
        lw      t3, COLUMN(t1)
        lw      t4, BOX(t1)
        lw      t2, 0(t2)
        lw      t3, 0(t3)
        lw      t4, 0(t4)
        and     t2, t2, t3
        and     t2, t2, t4      # its candidates
        add     t3, t2, s6
        lbu     t3, 0(t3)       # how many
        bge     t3, a1, not_fewer
        beqz    t3, none        # no digit fits: an earlier one must be wrong
        mv      a1, t3
        mv      a2, t2
        mv      a3, t0
not_fewer:
        mv      t0, t1
        lw      t1, NEXT(t1)
        bnez    t1, look

        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        mv      s0, a3
        lw      s1, NEXT(s0)
        mv      s2, a2
        lw      t0, NEXT(s1)    # it is blank no more
        sw      t0, NEXT(s0)

try:    add     t0, s2, s7
        lbu     t0, 0(t0)       # the smallest digit,
        neg     t1, s2
        and     s3, s2, t1      # its bit,
        xor     s2, s2, s3      # and those left
        lw      t1, CELL(s1)
        sb      t0, 0(t1)       # place the digit
        lw      t1, ROW(s1)
        lw      t2, COLUMN(s1)
        lw      t3, BOX(s1)
        lw      t4, 0(t1)
        lw      t5, 0(t2)
        lw      t6, 0(t3)
        xor     t4, t4, s3
        xor     t5, t5, s3
        xor     t6, t6, s3
        sw      t4, 0(t1)
        sw      t5, 0(t2)
        sw      t6, 0(t3)
        call    solve
        bnez    a0, return      # solved: leave the grid as it is
        lw      t1, ROW(s1)
        lw      t2, COLUMN(s1)
        lw      t3, BOX(s1)
        lw      t4, 0(t1)
        lw      t5, 0(t2)
        lw      t6, 0(t3)
        xor     t4, t4, s3
        xor     t5, t5, s3
        xor     t6, t6, s3
        sw      t4, 0(t1)
        sw      t5, 0(t2)
        sw      t6, 0(t3)
        lw      t1, CELL(s1)
        sb      zero, 0(t1)     # undo
        bnez    s2, try
        sw      s1, NEXT(s0)    # no digit fits: the cell is blank again

return: lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
back:   ret
none:   li      a0, 0
        ret
