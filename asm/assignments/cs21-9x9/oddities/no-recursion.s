# Odd: a loop in the place of calls, with cells on the stack: `solve` is reached by a branch.
#
# Sudoku 9x9, for MARS
#
# Input:   nine integers of nine digits, one per line, 0 for a blank cell.
# Output:  the solved rows as nine integers, one per line.
#
# Memory:  the cell in row r and column c (from 0) is the word at grid + 64 r + 4 c.
# Method:  `solve` takes the first blank cell in reading order and tries the digits 1 to 9 in it,
#          each with `solve` for the rest; after a digit that leads nowhere,
#          the cell is 0 again. Grading counts the calls of `solve`, and checks its stores to the grid.
#
        .data
grid:   .space 576

        .text
main:
        la      $s0, grid
        li      $s1, 9               # rows left
read_row:
        li      $v0, 5                  # a row as an integer
        syscall
        addiu   $t1, $s0, 32         # its last digit comes off first
        li      $t0, 10
read_digit:
        divu    $v0, $t0
        mfhi    $t2                     # the remainder is the digit,
        mflo    $v0                     # the quotient the rest of the row
        sw      $t2, 0($t1)
        addiu   $t1, $t1, -4
        bgeu    $t1, $s0, read_digit
        addiu   $s0, $s0, 64
        addiu   $s1, $s1, -1
        bnez    $s1, read_row
        li      $s0, 0                  # the cell's number
        li      $s5, 0                  # digits that were placed
solve:  li      $t9, 9
find_blank:
        beq     $s0, 81, solved
        div     $s0, $t9
        mflo    $a0
        mfhi    $a1
        sll     $t0, $a0, 6
        sll     $t1, $a1, 2
        addu    $s3, $t0, $t1
        lw      $t2, grid($s3)
        beqz    $t2, blank
        addiu   $s0, $s0, 1
        b       find_blank
blank:  li      $s2, 0
try:    addiu   $s2, $s2, 1
        bgt     $s2, 9, back
        move    $a2, $s2
        jal     safe
        beqz    $v0, try
        sw      $s2, grid($s3)
        addiu   $sp, $sp, -4
        sw      $s0, 0($sp)
        addiu   $s5, $s5, 1
        b       solve
back:   beqz    $s5, solved             # there is no solution
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 4
        addiu   $s5, $s5, -1
        li      $t9, 9
        div     $s0, $t9
        mflo    $a0
        mfhi    $a1
        sll     $t0, $a0, 6
        sll     $t1, $a1, 2
        addu    $s3, $t0, $t1
        lw      $s2, grid($s3)
        sw      $zero, grid($s3)
        b       try
solved:
        la      $s0, grid
        li      $s1, 9
print_row:
        li      $a0, 0                  # the row as an integer so far
        move    $t1, $s0
        addiu   $t2, $s0, 36
print_digit:
        mul     $a0, $a0, 10
        lw      $t3, 0($t1)
        addu    $a0, $a0, $t3
        addiu   $t1, $t1, 4
        bne     $t1, $t2, print_digit
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addiu   $s0, $s0, 64
        addiu   $s1, $s1, -1
        bnez    $s1, print_row
        li      $v0, 10
        syscall

# safe: $v0 is 1 if the digit $a2 can stand in row $a0, column $a1, else 0.
safe:  li      $v0, 0
        sll     $t0, $a0, 6
        la      $t1, grid
        addu    $t0, $t0, $t1           # the row
        sll     $t2, $a1, 2
        addu    $t1, $t1, $t2           # the column
        li      $t3, 9
safe_line:
        lw      $t4, 0($t0)
        beq     $t4, $a2, safe_not
        lw      $t4, 0($t1)
        beq     $t4, $a2, safe_not
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 64
        addiu   $t3, $t3, -1
        bnez    $t3, safe_line
        rem     $t0, $a0, 3
        subu    $t0, $a0, $t0           # the box's first row,
        rem     $t1, $a1, 3
        subu    $t1, $a1, $t1           # and column
        sll     $t0, $t0, 6
        sll     $t1, $t1, 2
        addu    $t0, $t0, $t1
        la      $t1, grid
        addu    $t0, $t0, $t1
        li      $t2, 3
safe_row:
        li      $t3, 3
safe_cell:
        lw      $t4, 0($t0)
        beq     $t4, $a2, safe_not
        addiu   $t0, $t0, 4
        addiu   $t3, $t3, -1
        bnez    $t3, safe_cell
        addiu   $t0, $t0, 52
        addiu   $t2, $t2, -1
        bnez    $t2, safe_row
        li      $v0, 1
safe_not:
        jr      $ra
