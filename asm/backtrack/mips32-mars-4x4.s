# Sudoku 4x4 by backtracking, MARS dialect.
#
# Input:   four integers of four digits (call 5), one a line, 0 for a blank cell.
# Output:  the solved rows as four integers, one a line.
#          Without a solution: the line "no solution" and exit status 1.
#
# Method:  take the first blank cell in reading order, try the digits 1 to 4 in it,
#          and let the same procedure do the rest of the grid. If it cannot, the digit
#          was wrong: blank the cell again and try the next one.
#
# Memory:  the cell in row r and column c (from 0) is the word at grid + 32 r + 4 c.
#          A row needs 16 bytes; with 32 each row is one line of the MARS data window.

.eqv SIZE 4                     # cells in a row, rows, and the largest digit
.eqv PAST_SIZE 5                # the first number that is not a digit
.eqv STRIDE 32                  # bytes from one row to the next
.eqv LAST 12                    # bytes from the first cell of a row to its last
.eqv GAP 16                     # bytes from the end of a row to the next row

.eqv row $s0                    # the cell this call works on: its row,
.eqv col $s1                    # its column,
.eqv num $s2                    # the digit being tried,
.eqv cell $s3                   # the address of the cell,
.eqv used $s4                   # bit d is set: digit d is in its row, column or box

.eqv one $t9                    # the constant 1, to be shifted into place

        .data
grid:   .space 128              # 4 rows of 32 bytes
sorry:  .asciiz "no solution\n"

# Puts the digit of one cell into `used`. A blank cell sets bit 0, which nobody asks for.
.macro use_cell(%offset %base)
        lw $t0 %offset(%base)
        sllv $t0 one $t0
        or used used $t0
.end_macro

.macro use_four(%first %second %third %fourth %base)
        use_cell(%first %base)
        use_cell(%second %base)
        use_cell(%third %base)
        use_cell(%fourth %base)
.end_macro

.macro print_char(%char)
        li $a0 %char
        li $v0 11
        syscall
.end_macro

        .text
        .globl main
main:   la cell grid
        li row 0
read_row:
        li $v0 5                # one row as an integer
        syscall
        li $t0 10
        addiu $t1 cell LAST     # its last digit comes off first
read_digit:
        div $v0 $t0
        mfhi $t2                # the remainder is the digit,
        mflo $v0                # the quotient is the rest of the row
        sw $t2 ($t1)
        addiu $t1 $t1 -4
        bge $t1 cell read_digit
        addiu cell cell STRIDE
        addiu row row 1
        bne row SIZE read_row

        li $a0 0                # start looking in row 0,
        li $a1 0                # column 0
        jal solve
        beqz $v0 no_solution

        la cell grid
        li row 0
print_row:
        li $a0 0                # the row as an integer so far
        move $t1 cell
        addiu $t2 cell LAST
print_digit:
        mul $a0 $a0 10
        lw $t3 ($t1)
        addu $a0 $a0 $t3
        addiu $t1 $t1 4
        ble $t1 $t2 print_digit
        li $v0 1
        syscall
        print_char('\n')
        addiu cell cell STRIDE
        addiu row row 1
        bne row SIZE print_row
        li $v0 10
        syscall

no_solution:
        la $a0 sorry
        li $v0 4
        syscall
        li $a0 1
        li $v0 17
        syscall

# solve: fills every blank cell from a given one on.
#   in:  $a0, $a1  row and column of a cell with no blank cell before it
#   out: $v0       1 when the grid is full, 0 when there is no way (the grid is as before)
solve:  addiu $sp $sp -24
        sw $ra 20($sp)
        sw row 16($sp)
        sw col 12($sp)
        sw num 8($sp)
        sw cell 4($sp)
        sw used 0($sp)

        move row $a0
        move col $a1
        sll $t0 row 5           # 32 bytes a row
        sll $t1 col 2           # 4 bytes a cell
        la cell grid
        addu cell cell $t0
        addu cell cell $t1

find_blank:
        lw $t0 (cell)
        beqz $t0 gather
        addiu cell cell 4
        addiu col col 1
        bne col SIZE find_blank
        li col 0                # this row has no more cells: go to the next
        addiu cell cell GAP
        addiu row row 1
        bne row SIZE find_blank
        li $v0 1                # no rows left: the grid is full
        j return

# The digits that cannot stand here are those of the row, the column and the box. They stay
# the same while this call tries its digits, so they are gathered once, as a set of bits.
gather: li used 0
        li one 1
        sll $t1 col 2
        subu $t2 cell $t1       # the row starts here
        use_four(0 4 8 12 $t2)
        la $t3 grid
        addu $t2 $t3 $t1        # the column starts here
        use_four(0 32 64 96 $t2)
        andi $t1 col 2          # 0 in the left boxes, 2 in the right ones
        sll $t1 $t1 2
        andi $t2 row 2          # 0 in the upper boxes, 2 in the lower ones
        sll $t2 $t2 5
        addu $t3 $t3 $t1
        addu $t3 $t3 $t2        # the box starts here
        use_four(0 4 32 36 $t3)

        li num 1
try:    srlv $t0 used num       # is bit `num` of the set on?
        andi $t0 $t0 1
        bnez $t0 next_num
        sw num (cell)           # place the digit
        move $a0 row
        move $a1 col
        jal solve
        bnez $v0 return         # solved: leave the grid as it is
        sw $zero (cell)         # undo
next_num:
        addiu num num 1
        bne num PAST_SIZE try
        li $v0 0                # no digit fits: an earlier one must be wrong

return: lw used 0($sp)
        lw cell 4($sp)
        lw num 8($sp)
        lw col 12($sp)
        lw row 16($sp)
        lw $ra 20($sp)
        addiu $sp $sp 24
        jr $ra
