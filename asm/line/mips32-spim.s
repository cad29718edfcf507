# A puzzle on one line, SPIM dialect: what is around the search of every algorithm that reads and
# prints lines.
#
# Input:   one line of 81 characters (call 8), row after row.
#          1 to 9 are digits; 0 and every other character is a blank cell.
# Output:  the solved grid as one line of 81 digits.
#          Without one: the text at `sorry`, and exit status 1.
#
# Memory:  the cell in row r and column c (from 0) is the byte at grid + 9 r + c; 0 is blank.
#
# Another file has
#   sudoku   fills the grid; $v0 is 1 when it is full, else 0
#   sorry    a string that says why it is not

        .data
        .globl grid
grid:   .space 81
line:   .space 84               # 81 characters, a newline and a null; zero at first

        .text
        .globl main
main:   addiu $sp, $sp, -24
        sw    $ra, 20($sp)

        la    $a0, line
        li    $a1, 83           # at most 82 characters, so the newline is read too
        li    $v0, 8
        syscall

        la    $t0, line         # turn characters into numbers
        la    $t1, grid
        addiu $t2, $t1, 81      # the end of the grid
read_cell:
        lbu   $t3, 0($t0)
        addiu $t3, $t3, -48     # '0' is character 48
        sltiu $t4, $t3, 10      # unsigned, so characters below '0' count as large
        bne   $t4, $zero, keep
        move  $t3, $zero        # not a digit: blank
keep:   sb    $t3, 0($t1)
        addiu $t0, $t0, 1
        addiu $t1, $t1, 1
        bne   $t1, $t2, read_cell

        jal   sudoku
        beq   $v0, $zero, not_full

        la    $t0, line         # turn numbers into characters
        la    $t1, grid
        addiu $t2, $t1, 81
print_cell:
        lbu   $t3, 0($t1)
        addiu $t3, $t3, 48
        sb    $t3, 0($t0)
        addiu $t0, $t0, 1
        addiu $t1, $t1, 1
        bne   $t1, $t2, print_cell
        li    $t3, 10           # end the line
        sb    $t3, 0($t0)
        sb    $zero, 1($t0)
        la    $a0, line
        li    $v0, 4
        syscall

        lw    $ra, 20($sp)
        addiu $sp, $sp, 24
        jr    $ra

not_full:
        la    $a0, sorry
        li    $v0, 4
        syscall
        li    $a0, 1
        li    $v0, 17
        syscall
