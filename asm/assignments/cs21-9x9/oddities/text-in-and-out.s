# Odd: text is read, and text is printed.
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
line:   .space 16
text:   .space 91

        .text
main:
        la      $s0, grid
        li      $s1, 9
read_row:
        la      $a0, line               # a row as text
        li      $a1, 16
        li      $v0, 8
        syscall
        la      $t0, line
        move    $t1, $s0
        addiu   $t2, $s0, 36
read_digit:
        lb      $t3, 0($t0)
        addiu   $t3, $t3, -48
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        bne     $t1, $t2, read_digit
        addiu   $s0, $s0, 64
        addiu   $s1, $s1, -1
        bgtz    $s1, read_row
        li      $a0, 0
        li      $a1, 0
        jal     solve
        la      $s0, grid
        la      $t0, text
        li      $s1, 9
print_row:
        move    $t1, $s0
        addiu   $t2, $s0, 36
print_digit:
        lw      $t3, 0($t1)
        addiu   $t3, $t3, 48
        sb      $t3, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        bne     $t1, $t2, print_digit
        li      $t3, 10
        sb      $t3, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $s0, $s0, 64
        addiu   $s1, $s1, -1
        bnez    $s1, print_row
        sb      $zero, 0($t0)
        la      $a0, text               # all of it at once
        li      $v0, 4
        syscall
        li      $a0, 0
        li      $v0, 17
        syscall

solve:  addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $a0, 8($sp)
        sw      $a1, 4($sp)
find_blank:
        lw      $t0, 8($sp)
        lw      $t1, 4($sp)
        sll     $t2, $t0, 6
        sll     $t3, $t1, 2
        addu    $t2, $t2, $t3
        lw      $t4, grid($t2)
        beqz    $t4, blank
        addiu   $t1, $t1, 1
        sw      $t1, 4($sp)
        blt     $t1, 9, find_blank
        sw      $zero, 4($sp)
        addiu   $t0, $t0, 1
        sw      $t0, 8($sp)
        blt     $t0, 9, find_blank
        li      $v0, 1
        b       return
blank:  sw      $zero, 0($sp)           # the digit
try:    lw      $a2, 0($sp)
        addiu   $a2, $a2, 1
        sw      $a2, 0($sp)
        li      $v0, 0
        bgt     $a2, 9, return
        lw      $a0, 8($sp)
        lw      $a1, 4($sp)
        jal     safe
        beqz    $v0, try
        lw      $a0, 8($sp)
        lw      $a1, 4($sp)
        lw      $a2, 0($sp)
        sll     $t2, $a0, 6
        sll     $t3, $a1, 2
        addu    $t2, $t2, $t3
        sw      $a2, grid($t2)
        jal     solve
        bnez    $v0, return
        lw      $a0, 8($sp)
        lw      $a1, 4($sp)
        sll     $t2, $a0, 6
        sll     $t3, $a1, 2
        addu    $t2, $t2, $t3
        sw      $zero, grid($t2)
        b       try
return: lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

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
