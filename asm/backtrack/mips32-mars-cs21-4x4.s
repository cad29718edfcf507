# Sudoku 4x4 by backtracking, MARS dialect, in the manner of a CS 21 machine problem:
# every step written out, addresses worked out again each time, one loop for each rule.
#
# Input:   four integers of four digits (call 5), one a line, 0 for a blank cell.
# Output:  the solved rows as four integers, one a line.
#          Without a solution: the line "no solution" and exit status 1.
#
# Memory:  the matrix is at 0x10010000, the start of the data segment. A row is 32 bytes,
#          a cell is one word: grid[i][j] is at 0x10010000 + 32 i + 4 j.

.eqv row $s0
.eqv col $s1
.eqv num $s2
# $s3 = 1 when the matrix is solved    $s4 = 1 when num is safe    $s5 = 1 when a blank is left
# $s6 = start of the matrix            $s7 = size

.data
grid:   .word 0 0 0 0 0 0 0 0   # row 0, and four words that nobody uses
        .word 0 0 0 0 0 0 0 0   # row 1
        .word 0 0 0 0 0 0 0 0   # row 2
        .word 0 0 0 0 0 0 0 0   # row 3
sorry:  .asciiz "no solution\n"

.text
.globl main
main:
        li $s7 4                # size = 4
        li $s6 0x10010000
        li $t0 0                # i = 0
        li $t1 0x10010000       # start of row i
read_loop:
        beq $t0 $s7 read_end
        li $v0 5                # get row i
        syscall
        move $t2 $v0

        li $t3 1000             # 1st digit
        div $t2 $t3
        mflo $t4
        mfhi $t2                # the digits after it
        sw $t4 0($t1)

        li $t3 100              # 2nd digit
        div $t2 $t3
        mflo $t4
        mfhi $t2
        sw $t4 4($t1)

        li $t3 10               # 3rd digit
        div $t2 $t3
        mflo $t4
        mfhi $t2
        sw $t4 8($t1)
        sw $t2 12($t1)          # 4th digit: what is left

        addi $t0 $t0 1          # i++
        addi $t1 $t1 32
        j read_loop
read_end:
        jal solve
        beq $s3 1 print         # solved
        la $a0 sorry
        li $v0 4
        syscall
        li $a0 1                # exit status 1
        li $v0 17
        syscall

# solve: sets $s3 to 1 when the matrix is filled, to 0 when that cannot be done
solve:
        subu $sp $sp 32         # keep what the caller still needs
        sw $ra 12($sp)
        sw row 8($sp)
        sw col 4($sp)
        sw num 0($sp)

        # look for the first blank
        li $s5 0
        li $t0 0                # i = 0
blank_row:
        beq $t0 $s7 blank_end   # i == size: no blank
        li $t1 0                # j = 0
blank_col:
        beq $t1 $s7 blank_next
        mul $t2 $t0 32
        mul $t3 $t1 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        lw $t3 ($t4)            # grid[i][j]
        bne $t3 0 next          # not blank
        move row $t0
        move col $t1
        li $s5 1
        j blank_end
next:
        addi $t1 $t1 1          # j++
        j blank_col
blank_next:
        addi $t0 $t0 1          # i++
        j blank_row
blank_end:
        beqz $s5 solved         # nothing to fill in
        li num 1

num_loop:
        bgt num $s7 not_solved  # all digits tried

        # is num in the row?
        li $s4 1
        li $t0 0                # j = 0
row_loop:
        beq $t0 $s7 row_end
        mul $t2 row 32
        mul $t3 $t0 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        lw $t3 ($t4)            # grid[row][j]
        beq $t3 num not_safe
        addi $t0 $t0 1
        j row_loop
row_end:
        # is num in the column?
        li $t0 0                # i = 0
col_loop:
        beq $t0 $s7 col_end
        mul $t2 $t0 32
        mul $t3 col 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        lw $t3 ($t4)            # grid[i][col]
        beq $t3 num not_safe
        addi $t0 $t0 1
        j col_loop
col_end:
        # is num in the 2x2 box?
        div $t2 row 2
        mul $t0 $t2 2           # i = row / 2 * 2
        addi $t5 $t0 2          # past the last row of the box
box_row:
        beq $t0 $t5 box_end
        div $t2 col 2
        mul $t1 $t2 2           # j = col / 2 * 2
        addi $t6 $t1 2          # past the last column of the box
box_col:
        beq $t1 $t6 box_next
        mul $t2 $t0 32
        mul $t3 $t1 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        lw $t3 ($t4)            # grid[i][j]
        beq $t3 num not_safe
        addi $t1 $t1 1
        j box_col
box_next:
        addi $t0 $t0 1
        j box_row
not_safe:
        li $s4 0
box_end:
        beqz $s4 num_next

        mul $t2 row 32
        mul $t3 col 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        sw num ($t4)            # grid[row][col] = num
        jal solve
        beq $s3 1 done          # solved further down
        mul $t2 row 32
        mul $t3 col 4
        add $t4 $t2 $t3
        add $t4 $t4 $s6
        sw $0 ($t4)             # grid[row][col] = 0
num_next:
        addi num num 1
        j num_loop

solved:
        li $s3 1
        j done
not_solved:
        li $s3 0
done:
        lw $ra 12($sp)          # give back what the caller needs
        lw row 8($sp)
        lw col 4($sp)
        lw num 0($sp)
        addu $sp $sp 32
        jr $ra

# print the rows and stop
print:
        li $t6 0                # i = 0
print_loop:
        beq $t6 $s7 print_end
        lw $t0 0($s6)
        mul $t0 $t0 1000
        lw $t1 4($s6)
        mul $t1 $t1 100
        lw $t2 8($s6)
        mul $t2 $t2 10
        lw $t3 12($s6)
        add $a0 $t0 $t1
        add $a0 $a0 $t2
        add $a0 $a0 $t3
        li $v0 1
        syscall
        la $a0 10               # newline
        li $v0 11
        syscall
        addi $t6 $t6 1
        addi $s6 $s6 32
        j print_loop
print_end:
        li $v0 10
        syscall
