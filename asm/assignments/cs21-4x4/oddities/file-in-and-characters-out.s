# Odd: the input is read at once, and characters are printed, without recursion.
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
        .data
grid:   .space 128
all:    .space 20

        .text
main:
        li      $a0, 0                  # what is typed is file 0
        la      $a1, all
        li      $a2, 20
        li      $v0, 14
        syscall
        la      $t0, all
        la      $s0, grid
        li      $s1, 4
read_row:
        li      $s2, 4
        move    $t1, $s0
read_digit:
        lb      $t2, 0($t0)
        addiu   $t2, $t2, -48
        sw      $t2, 0($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        addiu   $s2, $s2, -1
        bgtz    $s2, read_digit
        addiu   $t0, $t0, 1             # past the line's end
        addiu   $s0, $s0, 32
        addiu   $s1, $s1, -1
        bgtz    $s1, read_row
        li      $s0, 0                  # the cell's number
        li      $s5, 0                  # digits that were placed
solve:  li      $t9, 4
find_blank:
        beq     $s0, 16, solved
        div     $s0, $t9
        mflo    $a0
        mfhi    $a1
        sll     $t0, $a0, 5
        sll     $t1, $a1, 2
        addu    $s3, $t0, $t1
        lw      $t2, grid($s3)
        beqz    $t2, blank
        addiu   $s0, $s0, 1
        b       find_blank
blank:  li      $s2, 0
try:    addiu   $s2, $s2, 1
        bgt     $s2, 4, back
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
        li      $t9, 4
        div     $s0, $t9
        mflo    $a0
        mfhi    $a1
        sll     $t0, $a0, 5
        sll     $t1, $a1, 2
        addu    $s3, $t0, $t1
        lw      $s2, grid($s3)
        sw      $zero, grid($s3)
        b       try
solved:
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

# safe: $v0 is 1 if the digit $a2 can stand in row $a0, column $a1, else 0.
safe:  li      $v0, 0
        sll     $t0, $a0, 5
        la      $t1, grid
        addu    $t0, $t0, $t1           # the row
        sll     $t2, $a1, 2
        addu    $t1, $t1, $t2           # the column
        li      $t3, 4
safe_line:
        lw      $t4, 0($t0)
        beq     $t4, $a2, safe_not
        lw      $t4, 0($t1)
        beq     $t4, $a2, safe_not
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 32
        addiu   $t3, $t3, -1
        bnez    $t3, safe_line
        rem     $t0, $a0, 2
        subu    $t0, $a0, $t0           # the box's first row,
        rem     $t1, $a1, 2
        subu    $t1, $a1, $t1           # and column
        sll     $t0, $t0, 5
        sll     $t1, $t1, 2
        addu    $t0, $t0, $t1
        la      $t1, grid
        addu    $t0, $t0, $t1
        li      $t2, 2
safe_row:
        li      $t3, 2
safe_cell:
        lw      $t4, 0($t0)
        beq     $t4, $a2, safe_not
        addiu   $t0, $t0, 4
        addiu   $t3, $t3, -1
        bnez    $t3, safe_cell
        addiu   $t0, $t0, 24
        addiu   $t2, $t2, -1
        bnez    $t2, safe_row
        li      $v0, 1
safe_not:
        jr      $ra
