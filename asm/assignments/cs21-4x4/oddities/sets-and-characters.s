# Odd: sets of digits, and characters; data come last.
#
# Sudoku 4x4, for MARS
#
# Input:   four integers of four digits, one per line, 0 for a blank cell.
# Output:  the solved rows as four integers, one per line.
#
# Memory:  the cell in row r and column c (from 0) is the word at grid + 32 r + 4 c.
# Method:  `solve` takes the first blank cell in reading order and tries the digits 1 to 4 in it,
#          each with `solve` for the rest; after a digit that leads nowhere,
#          the cell is 0 again. Grading counts the calls of `solve`, and checks its stores to the grid.
#
        .text
main:
        la      $s0, grid
        li      $s1, 4
read_row:
        la      $a0, line               # a row as text
        li      $a1, 16
        li      $v0, 8
        syscall
        la      $t0, line
        move    $t1, $s0
        addiu   $t2, $s0, 16
read_digit:
        lb      $t3, 0($t0)
        addiu   $t3, $t3, -48
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        bne     $t1, $t2, read_digit
        addiu   $s0, $s0, 32
        addiu   $s1, $s1, -1
        bgtz    $s1, read_row
        li      $s0, 0                  # the digits that are given
fill_row:
        li      $s1, 0
fill_cell:
        sll     $t0, $s0, 5
        sll     $t1, $s1, 2
        addu    $t0, $t0, $t1
        lw      $t2, grid($t0)
        beqz    $t2, fill_next
        move    $a0, $s0
        move    $a1, $s1
        move    $a2, $t2
        jal     flip
fill_next:
        addiu   $s1, $s1, 1
        bne     $s1, 4, fill_cell
        addiu   $s0, $s0, 1
        bne     $s0, 4, fill_row
        li      $a0, 0
        li      $a1, 0
        jal     solve
        li      $s0, 0                  # the cell's number
print_cell:
        li      $t0, 4
        div     $s0, $t0
        mflo    $t1
        mfhi    $s1
        sll     $t1, $t1, 5
        sll     $t2, $s1, 2
        addu    $t1, $t1, $t2
        lw      $a0, grid($t1)
        addiu   $a0, $a0, '0'
        li      $v0, 11
        syscall
        bne     $s1, 3, print_next
        li      $a0, 10
        li      $v0, 11
        syscall
print_next:
        addiu   $s0, $s0, 1
        blt     $s0, 16, print_cell
        li      $v0, 10
        syscall

# solve: fills every blank cell, starting at a given one.
#   $a0, $a1   row and column of a cell with no blank cell before it
#   $v0        1 when the grid is full, 0 when there is no way: then the grid is as before
solve:  addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        sw      $s1, 12($sp)
        sw      $s2, 8($sp)
        sw      $s3, 4($sp)
        sw      $s4, 0($sp)
        move    $s0, $a0                # row
        move    $s1, $a1                # column
find_blank:
        sll     $t0, $s0, 5
        sll     $t1, $s1, 2
        addu    $s3, $t0, $t1           # from the grid's beginning to the cell
        lw      $t2, grid($s3)
        beqz    $t2, blank
        addiu   $s1, $s1, 1
        bne     $s1, 4, find_blank
        li      $s1, 0
        addiu   $s0, $s0, 1
        bne     $s0, 4, find_blank
        li      $v0, 1                  # no blank cell: the grid is full
        b       return
blank:  lw      $s4, cols($t1)          # what cannot stand here
        sll     $t0, $s0, 2
        lw      $t2, rows($t0)
        or      $s4, $s4, $t2
        divu    $t0, $s0, 2
        mul     $t0, $t0, 2
        divu    $t1, $s1, 2
        addu    $t0, $t0, $t1
        sll     $t0, $t0, 2
        lw      $t2, boxes($t0)
        or      $s4, $s4, $t2
        li      $s2, 1                  # the digit
try:    srlv    $t0, $s4, $s2
        andi    $t0, $t0, 1
        bnez    $t0, next_digit
        sw      $s2, grid($s3)
        move    $a0, $s0
        move    $a1, $s1
        move    $a2, $s2
        jal     flip
        move    $a0, $s0
        move    $a1, $s1
        jal     solve
        bnez    $v0, return
        sw      $zero, grid($s3)
        move    $a0, $s0
        move    $a1, $s1
        move    $a2, $s2
        jal     flip
next_digit:
        addiu   $s2, $s2, 1
        bne     $s2, 5, try
        li      $v0, 0                  # an earlier digit must be wrong
return: lw      $s4, 0($sp)
        lw      $s3, 4($sp)
        lw      $s2, 8($sp)
        lw      $s1, 12($sp)
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# flip: puts a digit into the sets of its row, column and box, or takes it out again.
#   $a0, $a1   row and column
#   $a2        the digit
flip:   li      $t9, 1
        sllv    $t9, $t9, $a2
        sll     $t0, $a0, 2
        lw      $t1, rows($t0)
        xor     $t1, $t1, $t9
        sw      $t1, rows($t0)
        sll     $t0, $a1, 2
        lw      $t1, cols($t0)
        xor     $t1, $t1, $t9
        sw      $t1, cols($t0)
        divu    $t0, $a0, 2
        mul     $t0, $t0, 2
        divu    $t1, $a1, 2
        addu    $t0, $t0, $t1
        sll     $t0, $t0, 2
        lw      $t1, boxes($t0)
        xor     $t1, $t1, $t9
        sw      $t1, boxes($t0)
        jr      $ra

        .data
grid:   .space 128
rows:   .space 16              # the digits of each row, bit d for digit d,
cols:   .space 16              # of each column,
boxes:  .space 16              # and of each box
line:   .space 16
