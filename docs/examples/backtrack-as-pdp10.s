# Sudoku 9x9 by backtracking, MARS dialect, with the tricks of asm/backtrack/pdp10-line.mid.
# docs/node-of-backtrack.md says what it is for; asm/backtrack/mips32-mars-9x9.s is the usual way.
#
# Input:   nine integers of nine digits (call 5), one a line, 0 for a blank cell.
# Output:  the solved rows as nine integers, one a line.
#          Without a solution: the line "no solution" and exit status 1.
#
# Memory:  the cell in row r and column c (from 0) is the word at grid + 36 r + 4 c. After the grid
#          are three tables of as many words: where the row, the column and the box of a cell begin.

.eqv CELLS 81
.eqv ROW 324                    # bytes from a cell to its words in the tables
.eqv COL 648
.eqv BOX 972

.eqv cell $s0                   # the address of the cell this call works on
.eqv left $s1                   # the digits it can still have: digit d is bit 31 - d
.eqv seen $s1                   # before that, those of its row, column and box
.eqv num $s2                    # the digit being tried
.eqv top $s3                    # 0x80000000, to be shifted into place
.eqv never $s4                  # every bit that is no digit's
.eqv end $s5                    # behind the last cell

        .data
grid:   .space 324
tables: .space 972
sorry:  .asciiz "no solution\n"

# Puts the digit of one cell into the set of those that were seen. A blank cell sets bit 31.
.macro use_cell(%offset)
        lw $t0 %offset($t2)
        srlv $t0 top $t0
        or seen seen $t0
.end_macro

.macro use_three(%first %second %third)
        use_cell(%first)
        use_cell(%second)
        use_cell(%third)
.end_macro

        .text
        .globl main
main:   la cell grid
        addiu end cell ROW
        li $t4 0                # row
read_row:
        li $v0 5                # one row as an integer
        syscall
        li $t0 10
        addiu $t1 cell 32       # its last digit comes off first
        li $t5 8                # column
read_digit:
        div $v0 $t0
        mfhi $t2                # the remainder is the digit,
        mflo $v0                # the quotient is the rest of the row
        sw $t2 ($t1)
        sw cell ROW($t1)        # the row begins here
        la $t6 grid
        sll $t7 $t5 2
        addu $t7 $t7 $t6
        sw $t7 COL($t1)         # the column
        div $t7 $t4 3
        mul $t7 $t7 108
        addu $t7 $t7 $t6
        div $t6 $t5 3
        mul $t6 $t6 12
        addu $t7 $t7 $t6
        sw $t7 BOX($t1)         # the box
        addiu $t1 $t1 -4
        addiu $t5 $t5 -1
        bge $t1 cell read_digit
        addiu cell cell 36
        addiu $t4 $t4 1
        bne cell end read_row

        li top 0x80000000
        li never 0x803fffff
        la cell grid
        jal solve
        beqz $v0 no_solution

        la cell grid
print_row:
        li $a0 0                # the row as an integer so far
        addiu $t2 cell 36
print_digit:
        mul $a0 $a0 10
        lw $t3 (cell)
        addu $a0 $a0 $t3
        addiu cell cell 4
        bne cell $t2 print_digit
        li $v0 1
        syscall
        li $a0 '\n'
        li $v0 11
        syscall
        bne cell end print_row
        li $v0 10
        syscall

no_solution:
        la $a0 sorry
        li $v0 4
        syscall
        li $a0 1
        li $v0 17
        syscall

# solve: fills every blank cell from the one in `cell` on.
#   in:  cell    no cell before it is blank
#   out: $v0     1 when the grid is full, 0 when there is no way (the grid is as before)
#        cell, left and num are lost
solve:  move seen never
find:   lw $t0 (cell)
        beqz $t0 gather
        addiu cell cell 4
        bne cell end find
        li $v0 1                # no blank cell: the grid is full
        jr $ra

gather: lw $t2 ROW(cell)
        use_three(0 4 8)
        use_three(12 16 20)
        use_three(24 28 32)
        lw $t2 COL(cell)
        use_three(0 36 72)
        use_three(108 144 180)
        use_three(216 252 288)
        lw $t2 BOX(cell)
        use_three(0 4 8)
        use_three(36 40 44)
        use_three(72 76 80)
        nor left seen $zero

try:    clz num left            # the first bit that is on is number `num` from the left
        beqz left fail
        sw num (cell)           # place the digit
        srlv $t0 top num
        xor left left $t0       # it is tried now
        addiu $sp $sp -12
        sw $ra 8($sp)
        sw cell 4($sp)
        sw left 0($sp)
        jal solve
        lw left 0($sp)
        lw cell 4($sp)
        lw $ra 8($sp)
        addiu $sp $sp 12
        bnez $v0 return         # solved: leave the grid as it is
        sw $zero (cell)         # undo
        j try
fail:   li $v0 0                # none: an earlier digit must be wrong
return: jr $ra
