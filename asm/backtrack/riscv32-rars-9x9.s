# Sudoku 9x9 by backtracking, RARS dialect.
#
# Input:   nine integers of nine digits (call 5), one a line, 0 for a blank cell.
# Output:  the solved rows as nine integers, one a line.
#          Without a solution: the line "no solution" and exit status 1.
#
# Method:  take the first blank cell in reading order, try the digits 1 to 9 in it,
#          and let the same procedure do the rest of the grid. If it cannot, the digit
#          was wrong: blank the cell again and try the next one.
#
# Memory:  the cell in row r and column c (from 0) is the word at grid + 64 r + 4 c.
#          A row needs 36 bytes; 64 makes every row start at a round address.

.eqv PRINT_INT, 1               # calls of RARS, in a7
.eqv PRINT_STRING, 4
.eqv READ_INT, 5
.eqv EXIT, 10
.eqv PRINT_CHAR, 11
.eqv EXIT_STATUS, 93

.eqv SIZE, 9                    # cells in a row, rows, and the largest digit
.eqv PAST_SIZE, 10              # the first number that is not a digit
.eqv STRIDE, 64                 # bytes from one row to the next
.eqv LAST, 32                   # bytes from the first cell of a row to its last
.eqv GAP, 28                    # bytes from the end of a row to the next row

        .data
grid:   .space 576              # 9 rows of 64 bytes
# Bytes from the grid to the box of a row, and from there to the box of a column.
box_row: .word 0, 0, 0, 192, 192, 192, 384, 384, 384
box_col: .word 0, 0, 0, 12, 12, 12, 24, 24, 24
sorry:  .asciz "no solution\n"

# Puts the digit of one cell into s4. A blank cell sets bit 0, which nobody asks for.
.macro use_cell(%offset, %base)
        lw t0, %offset(%base)
        sll t0, t6, t0
        or s4, s4, t0
.end_macro

.macro use_three(%first, %second, %third, %base)
        use_cell(%first, %base)
        use_cell(%second, %base)
        use_cell(%third, %base)
.end_macro

        .text
        .globl main
main:   la s3, grid
        li s0, SIZE             # rows to read
        li s1, 10
read_row:
        li a7, READ_INT         # one row as an integer
        ecall
        addi t1, s3, LAST       # its last digit comes off first
read_digit:
        rem t2, a0, s1          # the remainder is the digit,
        div a0, a0, s1          # the quotient is the rest of the row
        sw t2, (t1)
        addi t1, t1, -4
        bge t1, s3, read_digit
        addi s3, s3, STRIDE
        addi s0, s0, -1
        bnez s0, read_row

        li a0, 0                # start looking in row 0,
        li a1, 0                # column 0
        jal solve
        beqz a0, no_solution

        la s3, grid
        li s0, SIZE             # rows to print
print_row:
        li a0, 0                # the row as an integer so far
        mv t1, s3
        addi t2, s3, LAST
print_digit:
        mul a0, a0, s1          # s1 is still ten
        lw t3, (t1)
        add a0, a0, t3
        addi t1, t1, 4
        ble t1, t2, print_digit
        li a7, PRINT_INT
        ecall
        li a0, '\n'
        li a7, PRINT_CHAR
        ecall
        addi s3, s3, STRIDE
        addi s0, s0, -1
        bnez s0, print_row
        li a7, EXIT
        ecall

no_solution:
        la a0, sorry
        li a7, PRINT_STRING
        ecall
        li a0, 1
        li a7, EXIT_STATUS
        ecall

# solve: fills every blank cell from a given one on.
#   in:  a0, a1  row and column of a cell with no blank cell before it
#   out: a0      1 when the grid is full, 0 when there is no way (the grid is as before)
#   Saved registers, about the cell this call works on:
#        s0 row   s1 column   s2 digit being tried   s3 address of the cell
#        s4 bit d is set: digit d is in its row, column or box
solve:  addi sp, sp, -32
        sw ra, 20(sp)
        sw s0, 16(sp)
        sw s1, 12(sp)
        sw s2, 8(sp)
        sw s3, 4(sp)
        sw s4, 0(sp)

        mv s0, a0
        mv s1, a1
        slli t0, s0, 6          # 64 bytes a row
        slli t1, s1, 2          # 4 bytes a cell
        la s3, grid
        add s3, s3, t0
        add s3, s3, t1
        li t2, SIZE

find_blank:
        lw t0, (s3)
        beqz t0, gather
        addi s3, s3, 4
        addi s1, s1, 1
        bne s1, t2, find_blank
        li s1, 0                # this row has no more cells: go to the next
        addi s3, s3, GAP
        addi s0, s0, 1
        bne s0, t2, find_blank
        li a0, 1                # no rows left: the grid is full
        j return

# The digits that cannot stand here are those of the row, the column and the box. They stay
# the same while this call tries its digits, so they are gathered once, as a set of bits.
gather: li s4, 0
        li t6, 1                # to be shifted into place
        slli t1, s1, 2
        sub t2, s3, t1          # the row starts here
        use_three(0, 4, 8, t2)
        use_three(12, 16, 20, t2)
        use_three(24, 28, 32, t2)
        la t3, grid
        add t2, t3, t1          # the column starts here
        use_three(0, 64, 128, t2)
        use_three(192, 256, 320, t2)
        use_three(384, 448, 512, t2)
        la t2, box_col
        add t2, t2, t1
        lw t2, (t2)
        add t3, t3, t2
        slli t1, s0, 2
        la t2, box_row
        add t2, t2, t1
        lw t2, (t2)
        add t3, t3, t2          # the box starts here
        use_three(0, 4, 8, t3)
        use_three(64, 68, 72, t3)
        use_three(128, 132, 136, t3)

        li s2, 1
try:    srl t0, s4, s2          # is bit s2 of the set on?
        andi t0, t0, 1
        bnez t0, next_digit
        sw s2, (s3)             # place the digit
        mv a0, s0
        mv a1, s1
        jal solve
        bnez a0, return         # solved: leave the grid as it is
        sw zero, (s3)           # undo
next_digit:
        addi s2, s2, 1
        li t0, PAST_SIZE
        bne s2, t0, try
        li a0, 0                # no digit fits: an earlier one must be wrong

return: lw s4, 0(sp)
        lw s3, 4(sp)
        lw s2, 8(sp)
        lw s1, 12(sp)
        lw s0, 16(sp)
        lw ra, 20(sp)
        addi sp, sp, 32
        ret
