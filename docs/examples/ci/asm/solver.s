# Sudoku by backtracking, for MARS.
#
# Input:   one line of 81 characters; what is not 1 to 9 is an empty cell.
# Output:  the solved grid as one line of 81 digits, or nothing where there is no solution.
#
# Method:  the first empty cell, the digits from 1 to 9, and the same for the rest of the grid.
#
# Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c.

        .data
grid:   .space  81
line:   .space  84

        .text
        .globl  main
main:   la      $a0, line
        li      $a1, 83
        li      $v0, 8
        syscall
        li      $t0, 0
read:   lbu     $t1, line($t0)
        addiu   $t1, $t1, -48           # '0' is character 48
        sltiu   $t2, $t1, 10            # characters below it count as large
        bnez    $t2, keep
        li      $t1, 0
keep:   sb      $t1, grid($t0)
        addiu   $t0, $t0, 1
        bne     $t0, 81, read

        li      $a0, 0
        jal     solve
        beqz    $v0, end

        li      $t0, 0
print:  lbu     $a0, grid($t0)
        li      $v0, 1
        syscall
        addiu   $t0, $t0, 1
        bne     $t0, 81, print
        li      $a0, 10
        li      $v0, 11
        syscall
end:    li      $v0, 10
        syscall

# solve: fills every empty cell from a given one on.
#   in:  $a0  the number of a cell with no empty cell before it
#   out: $v0  1 when the grid is full, 0 when there is no way (the grid is as before)
#   Saved registers:  $s0 the cell   $s1 the digit that is tried
solve:  addiu   $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $s0, 4($sp)
        sw      $s1, 0($sp)
        move    $s0, $a0
find:   li      $v0, 1
        beq     $s0, 81, return
        lbu     $t0, grid($s0)
        beqz    $t0, empty
        addiu   $s0, $s0, 1
        j       find

empty:  divu    $t8, $s0, 9             # its row,
        remu    $t9, $s0, 9             # its column,
        divu    $t6, $t8, 3             # and its box: the row of boxes
        divu    $t7, $t9, 3             # and the column of boxes
        li      $s1, 1
try:    li      $t0, 0                  # who has this digit already?
look:   lbu     $t1, grid($t0)
        bne     $t1, $s1, other
        divu    $t2, $t0, 9
        beq     $t2, $t8, next          # the same row
        remu    $t3, $t0, 9
        beq     $t3, $t9, next          # the same column
        divu    $t2, $t2, 3
        bne     $t2, $t6, other
        divu    $t3, $t3, 3
        beq     $t3, $t7, next          # the same box
other:  addiu   $t0, $t0, 1
        bne     $t0, 81, look

        sb      $s1, grid($s0)          # nobody: place it
        addiu   $a0, $s0, 1
        jal     solve
        bnez    $v0, return
        sb      $zero, grid($s0)        # take it back
        divu    $t8, $s0, 9             # the call may have used these
        remu    $t9, $s0, 9
        divu    $t6, $t8, 3
        divu    $t7, $t9, 3
next:   addiu   $s1, $s1, 1
        bne     $s1, 10, try
        li      $v0, 0

return: lw      $s1, 0($sp)
        lw      $s0, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
        jr      $ra
