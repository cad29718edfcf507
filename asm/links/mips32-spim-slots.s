# Sudoku 9x9 as an exact cover, SPIM dialect with delayed branches: mips32-spim.s with its delay slots
# filled by hand. What it does is said there. An instruction in a slot is set in by one.
# line/mips32-spim-slots.s is around it.
#
# Slots:   40, all filled but that of the call of `search` in `sudoku`.

LEFT = 0                        # a header or a node: its neighbours
RIGHT = 4
UP = 8
DOWN = 12
HEADER = 16                     # a node: the header of its column,
CELL = 20                       # where its cell is, and its digit in the byte after that
SIZE = 16                       # a header: how many nodes its column has
NODE = 28                       # bytes of either
DIGIT = 24

        .data
        .align 2
head:   .space 9072             # 324 headers
root:   .space 28
free:   .space 108              # rows, columns, boxes
# Where the set of a box lies, by row and by column.
box_row: .byte 0, 0, 0, 12, 12, 12, 24, 24, 24
box_col: .byte 0, 0, 0, 4, 4, 4, 8, 8, 8

        .globl sorry
sorry:  .asciiz "no solution\n"

        .text
# sudoku: fills the grid.
#   out: $v0  1 when it is full, 0 when there is no way
        .globl sudoku
sudoku: addiu $sp, $sp, -40
        sw    $ra, 36($sp)
        sw    $s0, 32($sp)
        sw    $s1, 28($sp)
        sw    $s2, 24($sp)
        sw    $s3, 20($sp)
        sw    $s7, 16($sp)
        la    $s7, root         # it stays in its register

        la    $t0, free         # at first every set has all digits
        addiu $t1, $t0, 108
        li    $t2, 511
fill:   addiu $t0, $t0, 4
        bne   $t0, $t1, fill
         sw   $t2, -4($t0)

# Takes the givens out of the sets, and links the headers of the blank cells.
        la    $t0, grid
        la    $t1, head
        move  $t2, $s7          # the last header in the list
        li    $s0, 0            # row
        li    $s1, 0            # column
given:  lbu   $t3, 0($t0)
        beq   $t3, $zero, blank
         addiu $t3, $t3, -1
        li    $t4, 1
        sllv  $t4, $t4, $t3
        nor   $t4, $t4, $zero
        la    $t5, free
        sll   $t6, $s0, 2
        addu  $t6, $t6, $t5
        lw    $t7, 0($t6)
        and   $t7, $t7, $t4
        sw    $t7, 0($t6)
        sll   $t6, $s1, 2
        addu  $t6, $t6, $t5
        lw    $t7, 36($t6)
        and   $t7, $t7, $t4
        sw    $t7, 36($t6)
        lbu   $t6, box_row($s0)
        lbu   $t7, box_col($s1)
        addu  $t6, $t6, $t7
        addu  $t6, $t6, $t5
        lw    $t7, 72($t6)
        and   $t7, $t7, $t4
        b     given_done
         sw   $t7, 72($t6)
blank:  sw    $t1, RIGHT($t2)
        sw    $t2, LEFT($t1)
        sw    $t1, UP($t1)      # no node yet
        sw    $t1, DOWN($t1)
        sw    $zero, SIZE($t1)
        move  $t2, $t1
given_done:
        addiu $t1, $t1, NODE
        addiu $s1, $s1, 1
        li    $t3, 9
        bne   $s1, $t3, given
         addiu $t0, $t0, 1
        addiu $s0, $s0, 1
        bne   $s0, $t3, given
         li   $s1, 0

# Links the headers of the digits that rows, columns and boxes have not yet.
        la    $t3, free
        addiu $t4, $t3, 108
        li    $t6, 9            # headers of a unit, digit 1 first
unit:   lw    $t5, 0($t3)
unit_digit:
        andi  $t7, $t5, 1
        beq   $t7, $zero, unit_next
         srl  $t5, $t5, 1
        sw    $t1, RIGHT($t2)
        sw    $t2, LEFT($t1)
        sw    $t1, UP($t1)
        sw    $t1, DOWN($t1)
        sw    $zero, SIZE($t1)
        move  $t2, $t1
unit_next:
        addiu $t6, $t6, -1
        bne   $t6, $zero, unit_digit
         addiu $t1, $t1, NODE
        addiu $t3, $t3, 4
        bne   $t3, $t4, unit
         li   $t6, 9
        sw    $s7, RIGHT($t2)
        sw    $t2, LEFT($s7)

# Makes the rows: for each blank cell those digits that its row, column and box have not yet.
        li    $a0, 81648        # 2,916 nodes
        li    $v0, 9
        syscall
        move  $a1, $v0          # the next node
        la    $a2, grid
        la    $a3, head         # the header of the cell
        li    $s0, 0            # row
        li    $s1, 0            # column
cell:   lbu   $t0, 0($a2)
        bne   $t0, $zero, cell_done
         sll  $t5, $s0, 2
        la    $t3, free
        la    $t4, head
        addiu $t4, $t4, 2268    # the headers after those of the cells
        addu  $t6, $t5, $t3
        lw    $t0, 0($t6)
        sll   $t6, $s1, 2
        addu  $t7, $t6, $t3
        lw    $t1, 36($t7)
        and   $t0, $t0, $t1
        lbu   $t7, box_row($s0)
        lbu   $t8, box_col($s1)
        addu  $t7, $t7, $t8
        addu  $t8, $t7, $t3
        lw    $t1, 72($t8)
        and   $s2, $t0, $t1     # the digits
        li    $t9, 63           # the sets are words; nine headers take 63 times as much
        mul   $t5, $t5, $t9
        addu  $t5, $t5, $t4
        mul   $t6, $t6, $t9
        addu  $t6, $t6, $t4
        addiu $t6, $t6, 2268
        mul   $t7, $t7, $t9
        addu  $t7, $t7, $t4
        addiu $t7, $t7, 4536
        li    $s3, 1            # digit
digit:  andi  $t0, $s2, 1
        beq   $t0, $zero, digit_next
         srl  $s2, $s2, 1
        move  $t0, $a1          # the four nodes point to each other,
        addiu $t1, $a1, NODE
        addiu $t2, $t1, NODE
        addiu $t3, $t2, NODE
        sw    $t1, RIGHT($t0)
        sw    $t2, RIGHT($t1)
        sw    $t3, RIGHT($t2)
        sw    $t0, RIGHT($t3)
        sw    $t3, LEFT($t0)
        sw    $t0, LEFT($t1)
        sw    $t1, LEFT($t2)
        sw    $t2, LEFT($t3)
        sw    $a3, HEADER($t0)  # belong to their columns,
        sw    $t5, HEADER($t1)
        sw    $t6, HEADER($t2)
        sw    $t7, HEADER($t3)
        li    $t4, 4
append: lw    $t0, HEADER($a1)  # and come last in these
        lw    $t1, UP($t0)
        sw    $t1, UP($a1)
        sw    $t0, DOWN($a1)
        sw    $a1, DOWN($t1)
        sw    $a1, UP($t0)
        lw    $t1, SIZE($t0)
        addiu $t1, $t1, 1
        sw    $t1, SIZE($t0)
        sw    $a2, CELL($a1)
        sb    $s3, DIGIT($a1)
        addiu $t4, $t4, -1
        bne   $t4, $zero, append
         addiu $a1, $a1, NODE
digit_next:
        addiu $s3, $s3, 1
        addiu $t5, $t5, NODE
        addiu $t6, $t6, NODE
        bne   $s2, $zero, digit
         addiu $t7, $t7, NODE
cell_done:
        addiu $a2, $a2, 1
        addiu $s1, $s1, 1
        li    $t0, 9
        bne   $s1, $t0, cell
         addiu $a3, $a3, NODE
        addiu $s0, $s0, 1
        bne   $s0, $t0, cell
         li   $s1, 0

        jal   search
         nop
        lw    $s7, 16($sp)
        lw    $s3, 20($sp)
        lw    $s2, 24($sp)
        lw    $s1, 28($sp)
        lw    $s0, 32($sp)
        lw    $ra, 36($sp)
        jr    $ra
         addiu $sp, $sp, 40

# search: covers the columns that are left.
#   in:  $s7  root
#   out: $v0  1 when no column is left, 0 when there is no way (everything is as before)
#   Saved registers:
#        $s0 header of the chosen column   $s1 node in it of the row being tried
#        $s2 another node of that row
        .globl search
search: lw    $t0, RIGHT($s7)
        beq   $t0, $s7, full    # no column is left
         li   $t1, 1000         # the fewest so far
        lw    $t2, SIZE($t0)
look:   slt   $t3, $t2, $t1
        beq   $t3, $zero, not_fewer
         lw   $t0, RIGHT($t0)
        beq   $t2, $zero, none  # no row: an earlier one must be wrong
         move $t1, $t2
        lw    $a0, LEFT($t0)    # back to the column that was looked at
not_fewer:
        bne   $t0, $s7, look
         lw   $t2, SIZE($t0)

        addiu $sp, $sp, -32
        sw    $ra, 28($sp)
        sw    $s0, 24($sp)
        sw    $s1, 20($sp)
        sw    $s2, 16($sp)
        jal   cover
         move $s0, $a0
        lw    $s1, DOWN($s0)
try:    lw    $t0, CELL($s1)
        lbu   $t1, DIGIT($s1)
        sb    $t1, 0($t0)       # place the digit
        lw    $s2, RIGHT($s1)
        lw    $a0, HEADER($s2)
cover_next:
        jal   cover
         lw   $s2, RIGHT($s2)
        bne   $s2, $s1, cover_next
         lw   $a0, HEADER($s2)
        jal   search
         lw   $s2, LEFT($s1)    # the first to uncover, if it comes to that
        bne   $v0, $zero, return # solved: leave the grid as it is
         lw   $a0, HEADER($s2)
uncover_next:
        jal   uncover
         lw   $s2, LEFT($s2)
        bne   $s2, $s1, uncover_next
         lw   $a0, HEADER($s2)
        lw    $t0, CELL($s1)
        lw    $s1, DOWN($s1)
        bne   $s1, $s0, try
         sb   $zero, 0($t0)     # undo
        jal   uncover
         move $a0, $s0
        move  $v0, $zero        # no row does: an earlier one must be wrong

return: lw    $s2, 16($sp)
        lw    $s1, 20($sp)
        lw    $s0, 24($sp)
        lw    $ra, 28($sp)
        jr    $ra
         addiu $sp, $sp, 32
full:   jr    $ra
         li   $v0, 1
none:   jr    $ra
         move $v0, $zero

# cover: takes a column out of the list, and its rows out of all other columns.
#   in:  $a0  its header
cover:  lw    $t2, DOWN($a0)    # a node of the column
        lw    $t6, LEFT($a0)
        lw    $t7, RIGHT($a0)
        beq   $t2, $a0, covered
         sw   $t7, RIGHT($t6)
        lw    $t3, RIGHT($t2)   # the others of its row
cover_node:
        lw    $t0, UP($t3)
        lw    $t1, DOWN($t3)
        lw    $t4, HEADER($t3)
        sw    $t1, DOWN($t0)
        sw    $t0, UP($t1)
        lw    $t5, SIZE($t4)
        lw    $t3, RIGHT($t3)
        addiu $t5, $t5, -1
        bne   $t3, $t2, cover_node
         sw   $t5, SIZE($t4)
        lw    $t2, DOWN($t2)
        bne   $t2, $a0, cover_node
         lw   $t3, RIGHT($t2)
covered:
        jr    $ra
         sw   $t6, LEFT($t7)

# uncover: undoes that, in the opposite order.
#   in:  $a0  the header
uncover:
        lw    $t2, UP($a0)
        beq   $t2, $a0, uncovered
         lw   $t3, LEFT($t2)
uncover_node:
        lw    $t0, UP($t3)
        lw    $t1, DOWN($t3)
        lw    $t4, HEADER($t3)
        sw    $t3, DOWN($t0)
        sw    $t3, UP($t1)
        lw    $t5, SIZE($t4)
        lw    $t3, LEFT($t3)
        addiu $t5, $t5, 1
        bne   $t3, $t2, uncover_node
         sw   $t5, SIZE($t4)
        lw    $t2, UP($t2)
        bne   $t2, $a0, uncover_node
         lw   $t3, LEFT($t2)
uncovered:
        lw    $t0, LEFT($a0)
        lw    $t1, RIGHT($a0)
        sw    $a0, RIGHT($t0)
        jr    $ra
         sw   $a0, LEFT($t1)
