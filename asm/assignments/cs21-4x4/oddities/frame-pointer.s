# Odd: the frame is reached by $fp.
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

        .text
main:
        la      $s0, grid
        li      $s1, 4               # rows left
read_row:
        li      $v0, 5                  # a row as an integer
        syscall
        addiu   $t1, $s0, 12         # its last digit comes off first
        li      $t0, 10
read_digit:
        divu    $v0, $t0
        mfhi    $t2                     # the remainder is the digit,
        mflo    $v0                     # the quotient the rest of the row
        sw      $t2, 0($t1)
        addiu   $t1, $t1, -4
        bgeu    $t1, $s0, read_digit
        addiu   $s0, $s0, 32
        addiu   $s1, $s1, -1
        bnez    $s1, read_row
        li      $a0, 0
        li      $a1, 0
        jal     solve
        la      $s0, grid
        li      $s1, 4
print_row:
        li      $a0, 0                  # the row as an integer so far
        move    $t1, $s0
        addiu   $t2, $s0, 16
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
        addiu   $s0, $s0, 32
        addiu   $s1, $s1, -1
        bnez    $s1, print_row
        li      $v0, 10
        syscall

solve:  addiu   $sp, $sp, -20
        sw      $fp, 16($sp)
        sw      $ra, 12($sp)
        sw      $s0, 8($sp)
        sw      $s1, 4($sp)
        sw      $s2, 0($sp)
        move    $fp, $sp
        move    $s0, $a0
        move    $s1, $a1
find_blank:
        sll     $t0, $s0, 5
        sll     $t1, $s1, 2
        addu    $t0, $t0, $t1
        lw      $t1, grid($t0)
        beqz    $t1, blank
        addiu   $s1, $s1, 1
        bne     $s1, 4, find_blank
        li      $s1, 0
        addiu   $s0, $s0, 1
        bne     $s0, 4, find_blank
        li      $v0, 1
        b       return
blank:  li      $s2, 1
try:    move    $a0, $s0
        move    $a1, $s1
        move    $a2, $s2
        jal     safe
        beqz    $v0, next_digit
        sll     $t0, $s0, 5
        sll     $t1, $s1, 2
        addu    $t0, $t0, $t1
        sw      $s2, grid($t0)
        move    $a0, $s0
        move    $a1, $s1
        jal     solve
        bnez    $v0, return
        sll     $t0, $s0, 5
        sll     $t1, $s1, 2
        addu    $t0, $t0, $t1
        sw      $zero, grid($t0)
next_digit:
        addiu   $s2, $s2, 1
        ble     $s2, 4, try
        li      $v0, 0
return:
        lw      $s2, 0($fp)
        lw      $s1, 4($fp)
        lw      $s0, 8($fp)
        lw      $ra, 12($fp)
        addiu   $sp, $fp, 20
        lw      $fp, 16($fp)
        jr      $ra

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
