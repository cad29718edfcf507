# Sudoku 9x9 by the fewest candidates first, SPIM dialect with delayed branches: mips32-spim.s with its
# delay slots filled by hand. What it does is said there. An instruction in a slot is set in by one.
# line/mips32-spim-slots.s is around it.
#
# Slots:   19, all filled. Each blank cell that is looked at costs an instruction more than without slots.

NEXT = 0                        # a record: the next one that is still blank, 0 after the last;
ROW = 4                         # where the set of its row is,
COLUMN = 8                      # of its column,
BOX = 12                        # of its box;
CELL = 16                       # where its cell is
RECORD = 20

        .data
        .align 2
rows:   .space 36
columns: .space 36
boxes:  .space 36
first:  .space 4                # the link to the first blank cell: a record of nothing else
blanks: .space 1620
counts: .space 512
lowest: .space 512
# Where the set of a box lies, by row and by column.
box_row: .byte 0, 0, 0, 12, 12, 12, 24, 24, 24
box_col: .byte 0, 0, 0, 4, 4, 4, 8, 8, 8

        .globl sorry
sorry:  .asciiz "no solution\n"

        .text
# sudoku: fills the grid.
#   out: $v0  1 when it is full, 0 when there is no way
        .globl sudoku
sudoku: addiu $sp, $sp, -32
        sw    $ra, 28($sp)
        sw    $s6, 24($sp)
        sw    $s7, 20($sp)

        la    $t0, rows         # at first every set has all digits
        addiu $t1, $t0, 108
        li    $t2, 511
fill:   addiu $t0, $t0, 4
        bne   $t0, $t1, fill
         sw   $t2, -4($t0)

        la    $s6, counts       # these two stay in their registers
        la    $s7, lowest
        li    $t0, 1            # a set;
        li    $t9, 512
measure:
        srl   $t1, $t0, 1       # without digit 1, and all others one less, it was met before
        addu  $t2, $s6, $t1
        lbu   $t2, 0($t2)
        andi  $t3, $t0, 1
        addu  $t2, $t2, $t3
        addu  $t4, $s6, $t0
        sb    $t2, 0($t4)
        li    $t2, 1
        bne   $t3, $zero, has_one
         addu $t4, $s7, $t0
        addu  $t2, $s7, $t1
        lbu   $t2, 0($t2)
        addiu $t2, $t2, 1
has_one:
        addiu $t0, $t0, 1
        bne   $t0, $t9, measure
         sb   $t2, 0($t4)

        la    $t0, first        # the record whose link is to be set
        la    $t1, blanks       # the next record
        la    $t2, grid
        li    $t3, 0            # row
        li    $t5, 0            # the bytes before its set
row:    la    $t4, rows
        addu  $t4, $t4, $t5     # its set
        li    $t5, 0            # column
cell:   la    $t6, columns
        sll   $t7, $t5, 2
        addu  $t6, $t6, $t7
        la    $t7, boxes
        lbu   $t8, box_row($t3)
        addu  $t7, $t7, $t8
        lbu   $t8, box_col($t5)
        addu  $t7, $t7, $t8
        lbu   $t8, 0($t2)
        beq   $t8, $zero, blank
         addiu $t8, $t8, -1     # given: the sets are without it
        li    $t9, 1
        sllv  $t9, $t9, $t8
        nor   $t9, $t9, $zero
        lw    $t8, 0($t4)
        and   $t8, $t8, $t9
        sw    $t8, 0($t4)
        lw    $t8, 0($t6)
        and   $t8, $t8, $t9
        sw    $t8, 0($t6)
        lw    $t8, 0($t7)
        and   $t8, $t8, $t9
        b     next_cell
         sw   $t8, 0($t7)
blank:  sw    $t4, ROW($t1)
        sw    $t6, COLUMN($t1)
        sw    $t7, BOX($t1)
        sw    $t2, CELL($t1)
        sw    $t1, NEXT($t0)
        move  $t0, $t1
        addiu $t1, $t1, RECORD
next_cell:
        addiu $t5, $t5, 1
        li    $t8, 9
        bne   $t5, $t8, cell
         addiu $t2, $t2, 1
        addiu $t3, $t3, 1
        bne   $t3, $t8, row
         sll  $t5, $t3, 2

        jal   solve
         sw   $zero, NEXT($t0)
        lw    $s7, 20($sp)
        lw    $s6, 24($sp)
        lw    $ra, 28($sp)
        jr    $ra
         addiu $sp, $sp, 32

# solve: fills the cells that are still blank.
#   in:  $s6, $s7  counts, lowest
#   out: $v0       1 when the grid is full, 0 when there is no way (everything is as before)
#   Saved registers:
#        $s0 record before the chosen one   $s1 record of the chosen cell
#        $s2 its candidates still untried   $s3 bit of the digit being tried
        .globl solve
solve:  la    $t0, first        # the record before the one looked at
        lw    $t1, NEXT($t0)
        beq   $t1, $zero, full  # no blank cell
         li   $t7, 10           # the fewest so far
look:   lw    $t2, ROW($t1)
        lw    $t3, COLUMN($t1)
        lw    $t4, BOX($t1)
        lw    $t2, 0($t2)
        lw    $t3, 0($t3)
        lw    $t4, 0($t4)
        and   $t2, $t2, $t3
        and   $t2, $t2, $t4     # its candidates
        addu  $t3, $t2, $s6
        lbu   $t3, 0($t3)       # how many
        slt   $t4, $t3, $t7
        beq   $t4, $zero, not_fewer
         lw   $t5, NEXT($t1)
        beq   $t3, $zero, none  # no digit fits: an earlier one must be wrong
         move $t7, $t3
        move  $t8, $t2
        move  $t9, $t0
not_fewer:
        move  $t0, $t1
        bne   $t5, $zero, look
         move $t1, $t5

        addiu $sp, $sp, -24
        sw    $ra, 20($sp)
        sw    $s0, 16($sp)
        sw    $s1, 12($sp)
        sw    $s2, 8($sp)
        sw    $s3, 4($sp)
        move  $s0, $t9
        lw    $s1, NEXT($s0)
        move  $s2, $t8
        lw    $t0, NEXT($s1)    # it is blank no more
        sw    $t0, NEXT($s0)

try:    addu  $t0, $s2, $s7
        lbu   $t0, 0($t0)       # the smallest digit,
        subu  $t1, $zero, $s2
        and   $s3, $s2, $t1     # its bit,
        xor   $s2, $s2, $s3     # and those left
        lw    $t1, CELL($s1)
        sb    $t0, 0($t1)       # place the digit
        lw    $t1, ROW($s1)
        lw    $t2, COLUMN($s1)
        lw    $t3, BOX($s1)
        lw    $t4, 0($t1)
        lw    $t5, 0($t2)
        lw    $t6, 0($t3)
        xor   $t4, $t4, $s3
        xor   $t5, $t5, $s3
        xor   $t6, $t6, $s3
        sw    $t4, 0($t1)
        sw    $t5, 0($t2)
        jal   solve
         sw   $t6, 0($t3)
        bne   $v0, $zero, return # solved: leave the grid as it is
         lw   $t1, ROW($s1)
        lw    $t2, COLUMN($s1)
        lw    $t3, BOX($s1)
        lw    $t4, 0($t1)
        lw    $t5, 0($t2)
        lw    $t6, 0($t3)
        xor   $t4, $t4, $s3
        xor   $t5, $t5, $s3
        xor   $t6, $t6, $s3
        sw    $t4, 0($t1)
        sw    $t5, 0($t2)
        sw    $t6, 0($t3)
        lw    $t1, CELL($s1)
        bne   $s2, $zero, try
         sb   $zero, 0($t1)     # undo
        sw    $s1, NEXT($s0)    # no digit fits: the cell is blank again

return: lw    $s3, 4($sp)
        lw    $s2, 8($sp)
        lw    $s1, 12($sp)
        lw    $s0, 16($sp)
        lw    $ra, 20($sp)
        jr    $ra
         addiu $sp, $sp, 24
full:   jr    $ra
         li   $v0, 1
none:   jr    $ra
         move $v0, $zero
