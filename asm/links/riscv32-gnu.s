# Sudoku 9x9 as an exact cover, GNU dialect. line/riscv32-gnu.s is around it.
#
# Method:  Algorithm X with dancing links (D. E. Knuth, "Dancing links", 2000). A column is what must be
#          true exactly once: a cell has a digit, a digit is in a row, in a column, in a box. A row is a
#          digit in a cell, and has four columns. Take the column with the fewest rows, the first of
#          equals; try its rows one after the other. Taking a row covers its columns: they leave the
#          list of columns, and all rows they have leave all other columns.
#
# Memory:  head      a header for each column: 81 cells, then nine digits for each row, each column and
#                    each box; those that are not covered are linked left and right, through `root`
#          nodes     four for each row, linked left and right; those of a column are linked up and down,
#                    through its header
#          free      of each row, column and box the digits it has not yet, bit d - 1 for digit d; only
#                    to set up

        .equ    LEFT, 0         # a header or a node: its neighbours
        .equ    RIGHT, 4
        .equ    UP, 8
        .equ    DOWN, 12
        .equ    HEADER, 16      # a node: the header of its column,
        .equ    CELL, 20        # where its cell is, and its digit in the byte after that
        .equ    SIZE, 16        # a header: how many nodes its column has
        .equ    NODE, 28        # bytes of either
        .equ    DIGIT, 24

        .bss
        .balign 4
head:   .zero   324 * NODE
root:   .zero   NODE
nodes:  .zero   4 * 729 * NODE
free:   .zero   27 * 4          # rows, columns, boxes

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
sudoku: addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        sw      s7, 8(sp)
        la      s7, root        # it stays in its register

        la      t0, free        # at first every set has all digits
        addi    t1, t0, 108
        li      t2, 511
fill:   sw      t2, 0(t0)
        addi    t0, t0, 4
        bne     t0, t1, fill

# Takes the givens out of the sets, and links the headers of the blank cells.
        la      t0, grid
        la      t1, head
        mv      t2, s7          # the last header in the list
        li      s0, 0           # row
given_row:
        li      s1, 0           # column
given:  lbu     t3, 0(t0)
        beqz    t3, blank
        addi    t3, t3, -1
        li      t4, 1
        sll     t4, t4, t3
        not     t4, t4
        la      t5, free
        slli    t6, s0, 2
        add     t6, t6, t5
        lw      a4, 0(t6)
        and     a4, a4, t4
        sw      a4, 0(t6)
        slli    t6, s1, 2
        add     t6, t6, t5
        lw      a4, 36(t6)
        and     a4, a4, t4
        sw      a4, 36(t6)
        la      t6, box_row
        add     t6, t6, s0
        lbu     t6, 0(t6)
        la      a4, box_col
        add     a4, a4, s1
        lbu     a4, 0(a4)
        add     t6, t6, a4
        add     t6, t6, t5
        lw      a4, 72(t6)
        and     a4, a4, t4
        sw      a4, 72(t6)
        j       given_done
blank:  sw      t1, RIGHT(t2)
        sw      t2, LEFT(t1)
        sw      t1, UP(t1)      # no node yet
        sw      t1, DOWN(t1)
        sw      zero, SIZE(t1)
        mv      t2, t1
given_done:
        addi    t0, t0, 1
        addi    t1, t1, NODE
        addi    s1, s1, 1
        li      t3, 9
        bne     s1, t3, given
        addi    s0, s0, 1
        bne     s0, t3, given_row

# Links the headers of the digits that rows, columns and boxes have not yet.
        la      t3, free
        addi    t4, t3, 108
unit:   lw      t5, 0(t3)       # nine headers, digit 1 first
        li      t6, 9
unit_digit:
        andi    a4, t5, 1
        beqz    a4, unit_next
        sw      t1, RIGHT(t2)
        sw      t2, LEFT(t1)
        sw      t1, UP(t1)
        sw      t1, DOWN(t1)
        sw      zero, SIZE(t1)
        mv      t2, t1
unit_next:
        srli    t5, t5, 1
        addi    t1, t1, NODE
        addi    t6, t6, -1
        bnez    t6, unit_digit
        addi    t3, t3, 4
        bne     t3, t4, unit
        sw      s7, RIGHT(t2)
        sw      t2, LEFT(s7)

# Makes the rows: for each blank cell those digits that its row, column and box have not yet.
        la      a1, nodes       # the next node
        la      a2, grid
        la      a3, head        # the header of the cell
        li      s0, 0           # row
cell_row:
        li      s1, 0           # column
cell:   lbu     t0, 0(a2)
        bnez    t0, cell_done
        la      t3, free
        la      t4, head + 81 * NODE # the headers after those of the cells
        slli    t5, s0, 2
        add     t6, t5, t3
        lw      t0, 0(t6)
        slli    t6, s1, 2
        add     a4, t6, t3
        lw      t1, 36(a4)
        and     t0, t0, t1
        la      a4, box_row
        add     a4, a4, s0
        lbu     a4, 0(a4)
        la      a5, box_col
        add     a5, a5, s1
        lbu     a5, 0(a5)
        add     a4, a4, a5
        add     a5, a4, t3
        lw      t1, 72(a5)
        and     s2, t0, t1      # the digits
        li      a6, 63          # the sets are words; nine headers take 63 times as much
        mul     t5, t5, a6
        mul     t6, t6, a6
        mul     a4, a4, a6
        li      a6, 81 * NODE
        add     t5, t5, t4
        add     t4, t4, a6
        add     t6, t6, t4
        add     t4, t4, a6
        add     a4, a4, t4
        li      s3, 1           # digit
digit:  andi    t0, s2, 1
        beqz    t0, digit_next
        mv      t0, a1          # the four nodes point to each other,
        addi    t1, a1, NODE
        addi    t2, t1, NODE
        addi    t3, t2, NODE
        sw      t1, RIGHT(t0)
        sw      t2, RIGHT(t1)
        sw      t3, RIGHT(t2)
        sw      t0, RIGHT(t3)
        sw      t3, LEFT(t0)
        sw      t0, LEFT(t1)
        sw      t1, LEFT(t2)
        sw      t2, LEFT(t3)
        sw      a3, HEADER(t0)  # belong to their columns,
        sw      t5, HEADER(t1)
        sw      t6, HEADER(t2)
        sw      a4, HEADER(t3)
        li      t4, 4
append: lw      t0, HEADER(a1)  # and come last in these
        lw      t1, UP(t0)
        sw      t1, UP(a1)
        sw      t0, DOWN(a1)
        sw      a1, DOWN(t1)
        sw      a1, UP(t0)
        lw      t1, SIZE(t0)
        addi    t1, t1, 1
        sw      t1, SIZE(t0)
        sw      a2, CELL(a1)
        sb      s3, DIGIT(a1)
        addi    a1, a1, NODE
        addi    t4, t4, -1
        bnez    t4, append
digit_next:
        srli    s2, s2, 1
        addi    s3, s3, 1
        addi    t5, t5, NODE
        addi    t6, t6, NODE
        addi    a4, a4, NODE
        bnez    s2, digit
cell_done:
        addi    a2, a2, 1
        addi    a3, a3, NODE
        addi    s1, s1, 1
        li      t0, 9
        bne     s1, t0, cell
        addi    s0, s0, 1
        bne     s0, t0, cell_row

        call    search
        lw      s7, 8(sp)
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret

# search: covers the columns that are left.
#   in:  s7  root
#   out: a0  1 when no column is left, 0 when there is no way (everything is as before)
#   Saved registers:
#        s0 header of the chosen column   s1 node in it of the row being tried
#        s2 another node of that row
        .globl  search
search: lw      t0, RIGHT(s7)
        li      a0, 1
        beq     t0, s7, back    # no column is left
        li      t1, 1000        # the fewest so far
look:   lw      t2, SIZE(t0)
        bge     t2, t1, not_fewer
        beqz    t2, none        # no row: an earlier one must be wrong
        mv      t1, t2
        mv      a0, t0
not_fewer:
        lw      t0, RIGHT(t0)
        bne     t0, s7, look

        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        mv      s0, a0
        call    cover
        lw      s1, DOWN(s0)
try:    lw      t0, CELL(s1)
        lbu     t1, DIGIT(s1)
        sb      t1, 0(t0)       # place the digit
        lw      s2, RIGHT(s1)
cover_next:
        lw      a0, HEADER(s2)
        call    cover
        lw      s2, RIGHT(s2)
        bne     s2, s1, cover_next
        call    search
        bnez    a0, return      # solved: leave the grid as it is
        lw      s2, LEFT(s1)
uncover_next:
        lw      a0, HEADER(s2)
        call    uncover
        lw      s2, LEFT(s2)
        bne     s2, s1, uncover_next
        lw      t0, CELL(s1)
        sb      zero, 0(t0)     # undo
        lw      s1, DOWN(s1)
        bne     s1, s0, try
        mv      a0, s0
        call    uncover
        li      a0, 0           # no row does: an earlier one must be wrong

return: lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
back:   ret
none:   li      a0, 0
        ret

# cover: takes a column out of the list, and its rows out of all other columns.
#   in:  a0  its header
cover:  lw      t0, LEFT(a0)
        lw      t1, RIGHT(a0)
        sw      t1, RIGHT(t0)
        sw      t0, LEFT(t1)
        lw      t2, DOWN(a0)    # a node of the column;
        beq     t2, a0, back
cover_row:
        lw      t3, RIGHT(t2)   # the others of its row
cover_node:
        lw      t0, UP(t3)
        lw      t1, DOWN(t3)
        lw      t4, HEADER(t3)
        sw      t1, DOWN(t0)
        sw      t0, UP(t1)
        lw      t5, SIZE(t4)
        lw      t3, RIGHT(t3)
        addi    t5, t5, -1
        sw      t5, SIZE(t4)
        bne     t3, t2, cover_node
        lw      t2, DOWN(t2)
        bne     t2, a0, cover_row
        ret

# uncover: undoes that, in the opposite order.
#   in:  a0  the header
uncover:
        lw      t2, UP(a0)
        beq     t2, a0, uncovered
uncover_row:
        lw      t3, LEFT(t2)
uncover_node:
        lw      t0, UP(t3)
        lw      t1, DOWN(t3)
        lw      t4, HEADER(t3)
        sw      t3, DOWN(t0)
        sw      t3, UP(t1)
        lw      t5, SIZE(t4)
        lw      t3, LEFT(t3)
        addi    t5, t5, 1
        sw      t5, SIZE(t4)
        bne     t3, t2, uncover_node
        lw      t2, UP(t2)
        bne     t2, a0, uncover_row
uncovered:
        lw      t0, LEFT(a0)
        lw      t1, RIGHT(a0)
        sw      a0, RIGHT(t0)
        sw      a0, LEFT(t1)
        ret
