# Sudoku 9x9 by backtracking, SPIM dialect with delayed branches: mips32-spim-9x9.s with its delay slots
# filled by hand. What it does is said there. An instruction in a slot is set in by one.
#
# Slots:   19, all filled. A cell that is not blank, a place, and a call in which no digit fits cost an
#          instruction more than without slots.

        .data
grid:     .space 81
# Where the box of a row or column begins; rows are counted in bytes, 9 each.
box_row:  .byte 0, 0, 0, 27, 27, 27, 54, 54, 54
box_col:  .byte 0, 0, 0, 3, 3, 3, 6, 6, 6
line:     .space 84             # 81 characters, a newline and a null; zero at first
sorry:    .asciiz "no solution\n"

        .text
        .globl main
main:   addiu $sp, $sp, -8
        sw    $ra, 4($sp)

        la    $a0, line
        li    $a1, 83           # at most 82 characters, so the newline is read too
        li    $v0, 8
        syscall

        la    $t0, line         # turn characters into numbers
        la    $t1, grid
        addiu $t2, $t1, 81      # the end of the grid
read_cell:
        lbu   $t3, 0($t0)
        addiu $t3, $t3, -48     # '0' is character 48
        sltiu $t4, $t3, 10      # unsigned, so characters below '0' count as large
        bne   $t4, $zero, keep
         addiu $t0, $t0, 1
        move  $t3, $zero        # not a digit: blank
keep:   addiu $t1, $t1, 1
        bne   $t1, $t2, read_cell
         sb   $t3, -1($t1)

        move  $a0, $zero        # start looking in row 0,
        jal   solve
         move $a1, $zero        # column 0
        beq   $v0, $zero, no_solution
         li   $v0, 4            # to print either text

        la    $t0, line         # turn numbers into characters
        la    $t1, grid
        addiu $t2, $t1, 81
print_cell:
        lbu   $t3, 0($t1)
        addiu $t1, $t1, 1
        addiu $t3, $t3, 48
        sb    $t3, 0($t0)
        bne   $t1, $t2, print_cell
         addiu $t0, $t0, 1
        li    $t3, 10           # end the line
        sb    $t3, 0($t0)
        sb    $zero, 1($t0)
        la    $a0, line
        syscall

        lw    $ra, 4($sp)
        jr    $ra
         addiu $sp, $sp, 8

no_solution:
        la    $a0, sorry
        syscall
        li    $a0, 1
        li    $v0, 17
        syscall

# solve: fills every blank cell from a given one on.
#   in:  $a0, $a1  row and column of a cell with no blank cell before it
#   out: $v0       1 when the grid is full, 0 when there is no way (the grid is as before)
#   Saved registers, about the cell this call works on:
#        $s0 row   $s1 column   $s2 digit being tried, then the next   $s3 address of the cell
#        $s4 bit d is set: digit d is in its row, column or box
solve:  addiu $sp, $sp, -24
        sw    $ra, 20($sp)
        sw    $s0, 16($sp)
        sw    $s1, 12($sp)
        sw    $s2, 8($sp)
        sw    $s3, 4($sp)
        sw    $s4, 0($sp)

        move  $s0, $a0
        move  $s1, $a1
        la    $s3, grid
        sll   $t0, $s0, 3       # 9 bytes a row: 8 and 1
        addu  $t0, $t0, $s0
        addu  $s3, $s3, $t0
        addu  $s3, $s3, $s1
        li    $t1, 9

find_blank:
        lbu   $t0, 0($s3)
        beq   $t0, $zero, gather
         move $s4, $zero        # what gather needs
        addiu $s1, $s1, 1
        bne   $s1, $t1, find_blank
         addiu $s3, $s3, 1
        addiu $s0, $s0, 1       # this row has no more cells: the next one follows at once
        bne   $s0, $t1, find_blank
         move $s1, $zero
        j     return
         li   $v0, 1            # no rows left: the grid is full

# The digits that cannot stand here are those of the row, the column and the box. They stay
# the same while this call tries its digits, so they are gathered once, as a set of bits.
# A blank cell sets bit 0, which nobody asks for.
gather: li    $t9, 1            # to be shifted into place
        la    $t2, grid

        subu  $t3, $s3, $s1     # walk along the row from here
        addu  $t4, $t2, $s1     # and down the column from here
        addiu $t5, $t3, 9       # to the end of the row
line_loop:
        lbu   $t0, 0($t3)
        sllv  $t0, $t9, $t0
        or    $s4, $s4, $t0
        lbu   $t0, 0($t4)
        sllv  $t0, $t9, $t0
        or    $s4, $s4, $t0
        addiu $t3, $t3, 1
        bne   $t3, $t5, line_loop
         addiu $t4, $t4, 9

        lbu   $t0, box_row($s0)
        lbu   $t1, box_col($s1)
        addu  $t2, $t2, $t0
        addu  $t2, $t2, $t1     # the box starts here
        addiu $t5, $t2, 27      # and ends before the third row below
box_loop:
        lbu   $t0, 0($t2)
        sllv  $t0, $t9, $t0
        or    $s4, $s4, $t0
        lbu   $t0, 1($t2)
        sllv  $t0, $t9, $t0
        or    $s4, $s4, $t0
        lbu   $t0, 2($t2)
        sllv  $t0, $t9, $t0
        addiu $t2, $t2, 9
        bne   $t2, $t5, box_loop
         or   $s4, $s4, $t0

        li    $s2, 1
try:    srlv  $t0, $s4, $s2     # is bit $s2 of the set on?
test:   andi  $t0, $t0, 1
        beq   $t0, $zero, place
         addiu $s2, $s2, 1      # the digit after it is the next one in either case
        slti  $t0, $s2, 10
        bne   $t0, $zero, test
         srlv $t0, $s4, $s2
        b     return
         move $v0, $zero        # no digit fits: an earlier one must be wrong

place:  addiu $t1, $s2, -1
        sb    $t1, 0($s3)       # place the digit
        move  $a0, $s0
        jal   solve
         move $a1, $s1
        bne   $v0, $zero, return # solved: leave the grid as it is
         slti $t0, $s2, 10
        bne   $t0, $zero, try   # else $v0 is 0 already
         sb   $zero, 0($s3)     # undo

return: lw    $s4, 0($sp)
        lw    $s3, 4($sp)
        lw    $s2, 8($sp)
        lw    $s1, 12($sp)
        lw    $s0, 16($sp)
        lw    $ra, 20($sp)
        jr    $ra
         addiu $sp, $sp, 24
