# Sudoku with candidate strings
#
# A cell is a string of nine characters: each digit that is still a candidate is at its position, and a
# point replaces a digit that is ruled out. With the NUL at its end a cell takes ten bytes, a board 810.
# Write the code of each function above its separator line, and do not move the separator lines.
#
        .text

# num_candidates: counts the candidates of a cell.
#   $a0   a pointer to a cell, which does not change
#   $v0   the number of candidates, 0 to 9
num_candidates:
        li      $v0, 0                  # candidates so far
        addiu   $t1, $a0, 9             # after the last digit
        li      $t2, '.'
num_candidates_next:
        lb      $t0, 0($a0)
        beq     $t0, $t2, num_candidates_ruled_out
        addiu   $v0, $v0, 1
num_candidates_ruled_out:
        addiu   $a0, $a0, 1
        bne     $a0, $t1, num_candidates_next
        jr      $ra
#### Do not move this separator: the code of num_candidates is above it.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        addiu   $t0, $a1, -1
        addu    $t0, $a0, $t0           # where the digit stands
        li      $t1, '.'
        sb      $t1, 0($t0)
        jr      $ra
#### Do not move this separator: the code of rule_out_of_cell is above it.

# count_solved_cells: counts the cells of a board that have one candidate.
#   $a0   a pointer to a board, which does not change
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0                # the cell looked at
        addiu   $s1, $a0, 810           # after the last
        li      $s2, 0                  # solved cells so far
count_solved_cells_next:
        move    $a0, $s0
        jal     is_cell_solved
        addu    $s2, $s2, $v0
        addiu   $s0, $s0, 10
        bne     $s0, $s1, count_solved_cells_next
        move    $v0, $s2
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
#### Do not move this separator: the code of count_solved_cells is above it.

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved.
#   $a0   a pointer to a board, which is solved in its place
solve_board:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0                # the board
        addiu   $s2, $a0, 810           # after its last cell
solve_board_pass:
        move    $a0, $s0
        jal     count_solved_cells
        li      $t0, 81
        beq     $v0, $t0, solve_board_done
        move    $s1, $s0                # the cell looked at
solve_board_next:
        move    $a0, $s1
        jal     is_cell_solved
        beq     $v0, $zero, solve_board_open
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_row
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_col
        move    $a0, $s0
        move    $a1, $s1
        jal     rule_out_of_box
solve_board_open:
        addiu   $s1, $s1, 10
        bne     $s1, $s2, solve_board_next
        b       solve_board_pass
solve_board_done:
        lw      $s2, 16($sp)
        lw      $s1, 20($sp)
        lw      $s0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra
#### Do not move this separator: the code of solve_board is above it.

# ---------------------------------------------------------------------------
# Everything below is given. Tests change it, so the code above may only
# rely on what the comments say.
# ---------------------------------------------------------------------------

# main: calls each of your functions; comments give the expected output.
        .text
main:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)

        la      $a0, cell_any           # all nine digits are candidates
        jal     num_candidates
        move    $a0, $v0
        jal     print_int
        jal     print_newline           # should print 9

        la      $a0, cell_few           # 1, 2 and 9 are candidates
        jal     num_candidates
        move    $a0, $v0
        jal     print_int
        jal     print_newline           # should print 3

        la      $a0, cell_few
        li      $a1, 2
        jal     rule_out_of_cell
        la      $a0, cell_few
        jal     print_string
        jal     print_newline           # should print 1.......9

        la      $a0, cell_few           # 2 was ruled out before
        li      $a1, 2
        jal     rule_out_of_cell
        la      $a0, cell_few
        jal     print_string
        jal     print_newline           # should print 1.......9

        la      $a0, board
        jal     count_solved_cells
        move    $a0, $v0
        jal     print_int
        jal     print_newline           # should print 36

        la      $a0, board
        jal     solve_board
        la      $a0, board
        jal     print_board
                                        # should print
                                        # 5 3 4 | 6 7 8 | 9 1 2
                                        # 6 7 2 | 1 9 5 | 3 4 8
                                        # 1 9 8 | 3 4 2 | 5 6 7
                                        # ---------------------
                                        # 8 5 9 | 7 6 1 | 4 2 3
                                        # 4 2 6 | 8 5 3 | 7 9 1
                                        # 7 1 3 | 9 2 4 | 8 5 6
                                        # ---------------------
                                        # 9 6 1 | 5 3 7 | 2 8 4
                                        # 2 8 7 | 4 1 9 | 6 3 5
                                        # 3 4 5 | 2 8 6 | 1 7 9
        la      $a0, board
        jal     count_solved_cells
        move    $a0, $v0
        jal     print_int
        jal     print_newline           # should print 81

        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# ---------------------------------------------------------------------------
# Helpers.
# ---------------------------------------------------------------------------

# print_int: prints the number in $a0.
print_int:
        li      $v0, 1
        syscall
        jr      $ra

# print_string: prints the string at $a0.
print_string:
        li      $v0, 4
        syscall
        jr      $ra

# print_newline: prints the end of a line.
print_newline:
        la      $a0, str_newline
        li      $v0, 4
        syscall
        jr      $ra

# print_space: prints a blank.
print_space:
        la      $a0, str_space
        li      $v0, 4
        syscall
        jr      $ra

# print_hsep: prints a line of dashes.
print_hsep:
        la      $a0, str_hsep
        li      $v0, 4
        syscall
        jr      $ra

# print_vsep: prints a vertical line.
print_vsep:
        la      $a0, str_vsep
        li      $v0, 4
        syscall
        jr      $ra

# first_candidate: $a0 points to a cell; $v0 is its first candidate, 0 if there is none.
first_candidate:
        li      $v0, 0
first_candidate_next:
        lb      $t0, 0($a0)
        beq     $t0, $zero, first_candidate_none
        addiu   $v0, $v0, 1
        addiu   $a0, $a0, 1
        li      $t1, '.'
        beq     $t0, $t1, first_candidate_next
        jr      $ra
first_candidate_none:
        li      $v0, 0
        jr      $ra

# is_cell_solved: $a0 points to a cell; $v0 is 1 if it has one candidate, else 0.
is_cell_solved:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        jal     num_candidates
        li      $t0, 1
        seq     $v0, $v0, $t0
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# get_row_base: $a0 points to a board, $a1 to one of its cells; $v0 points to the first cell of its row.
get_row_base:
        subu    $t0, $a1, $a0
        li      $t1, 90
        divu    $t0, $t1
        mflo    $t0
        multu   $t0, $t1
        mflo    $t0
        addu    $v0, $a0, $t0
        jr      $ra

# get_col_base: the same for the first cell of its column.
get_col_base:
        subu    $t0, $a1, $a0
        li      $t1, 90
        divu    $t0, $t1
        mfhi    $t0
        addu    $v0, $a0, $t0
        jr      $ra

# get_box_base: the same for the first cell of its box.
get_box_base:
        subu    $t0, $a1, $a0
        li      $t1, 270                # three rows
        divu    $t0, $t1
        mflo    $t2
        multu   $t2, $t1
        mflo    $t2
        li      $t1, 90
        divu    $t0, $t1
        mfhi    $t3
        li      $t1, 30                 # three cells
        divu    $t3, $t1
        mflo    $t3
        multu   $t3, $t1
        mflo    $t3
        addu    $v0, $t2, $t3
        addu    $v0, $v0, $a0
        jr      $ra

# rule_out_of_row: $a0 points to a board, $a1 to a solved cell of it; rules its digit out of the
# other cells of its row.
rule_out_of_row:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s0, 32($sp)
        sw      $s1, 28($sp)
        sw      $s2, 24($sp)
        sw      $s3, 20($sp)
        move    $s0, $a1
        jal     get_row_base
        move    $s1, $v0                # the cell looked at
        addiu   $s2, $v0, 90            # after the last
        move    $a0, $s0
        jal     first_candidate
        move    $s3, $v0
rule_out_of_row_next:
        beq     $s1, $s0, rule_out_of_row_same
        move    $a0, $s1
        move    $a1, $s3
        jal     rule_out_of_cell
rule_out_of_row_same:
        addiu   $s1, $s1, 10
        bne     $s1, $s2, rule_out_of_row_next
        lw      $s3, 20($sp)
        lw      $s2, 24($sp)
        lw      $s1, 28($sp)
        lw      $s0, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra

# rule_out_of_col: the same for its column.
rule_out_of_col:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s0, 32($sp)
        sw      $s1, 28($sp)
        sw      $s2, 24($sp)
        sw      $s3, 20($sp)
        move    $s0, $a1
        jal     get_col_base
        move    $s1, $v0
        addiu   $s2, $v0, 810
        move    $a0, $s0
        jal     first_candidate
        move    $s3, $v0
rule_out_of_col_next:
        beq     $s1, $s0, rule_out_of_col_same
        move    $a0, $s1
        move    $a1, $s3
        jal     rule_out_of_cell
rule_out_of_col_same:
        addiu   $s1, $s1, 90
        bne     $s1, $s2, rule_out_of_col_next
        lw      $s3, 20($sp)
        lw      $s2, 24($sp)
        lw      $s1, 28($sp)
        lw      $s0, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra

# rule_out_of_box: the same for its box.
rule_out_of_box:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s0, 32($sp)
        sw      $s1, 28($sp)
        sw      $s2, 24($sp)
        sw      $s3, 20($sp)
        sw      $s4, 16($sp)
        move    $s0, $a1
        jal     get_box_base
        move    $s1, $v0
        addiu   $s2, $v0, 30            # after the row of the box
        addiu   $s4, $v0, 210           # after its last row
        move    $a0, $s0
        jal     first_candidate
        move    $s3, $v0
rule_out_of_box_next:
        beq     $s1, $s0, rule_out_of_box_same
        move    $a0, $s1
        move    $a1, $s3
        jal     rule_out_of_cell
rule_out_of_box_same:
        addiu   $s1, $s1, 10
        bne     $s1, $s2, rule_out_of_box_next
        beq     $s2, $s4, rule_out_of_box_done
        addiu   $s1, $s1, 60            # to the next row
        addiu   $s2, $s2, 90
        b       rule_out_of_box_next
rule_out_of_box_done:
        lw      $s4, 16($sp)
        lw      $s3, 20($sp)
        lw      $s2, 24($sp)
        lw      $s1, 28($sp)
        lw      $s0, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra

# print_board: prints the board at $a0, a digit for a solved cell and a point for any other.
print_board:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s0, 32($sp)
        sw      $s1, 28($sp)
        sw      $s2, 24($sp)
        move    $s0, $a0
        li      $s1, 0                  # row
print_board_row:
        li      $s2, 0                  # column
print_board_cell:
        move    $a0, $s0
        jal     is_cell_solved
        beq     $v0, $zero, print_board_open
        move    $a0, $s0
        jal     first_candidate
        move    $a0, $v0
        jal     print_int
        b       print_board_printed
print_board_open:
        la      $a0, str_open
        jal     print_string
print_board_printed:
        addiu   $s0, $s0, 10
        addiu   $s2, $s2, 1
        li      $t0, 9
        beq     $s2, $t0, print_board_end_of_row
        jal     print_space
        li      $t0, 3
        div     $s2, $t0
        mfhi    $t0
        bne     $t0, $zero, print_board_cell
        jal     print_vsep
        jal     print_space
        b       print_board_cell
print_board_end_of_row:
        jal     print_newline
        addiu   $s1, $s1, 1
        li      $t0, 9
        beq     $s1, $t0, print_board_done
        li      $t0, 3
        div     $s1, $t0
        mfhi    $t0
        bne     $t0, $zero, print_board_row
        jal     print_hsep
        b       print_board_row
print_board_done:
        lw      $s2, 24($sp)
        lw      $s1, 28($sp)
        lw      $s0, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
        jr      $ra

        .data
str_newline:    .asciiz "\n"
str_space:      .asciiz " "
str_open:       .asciiz "."
str_vsep:       .asciiz "|"
str_hsep:       .asciiz "---------------------\n"
cell_any:       .asciiz "123456789"
cell_few:       .asciiz "12......9"
# A board of 81 cells, row by row, ten bytes each.
board:
        .asciiz "123456789"
        .asciiz "..3......"
        .asciiz "123456789"
        .asciiz ".....6..."
        .asciiz "......7.."
        .asciiz "123456789"
        .asciiz "........9"
        .asciiz "123456789"
        .asciiz ".2......."
        .asciiz "123456789"
        .asciiz "......7.."
        .asciiz ".2......."
        .asciiz "123456789"
        .asciiz "........9"
        .asciiz "....5...."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz ".......8."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz ".......8."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "....5...."
        .asciiz "123456789"
        .asciiz "......7.."
        .asciiz ".......8."
        .asciiz "....5...."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz ".....6..."
        .asciiz "1........"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz ".......8."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "......7.."
        .asciiz "123456789"
        .asciiz "..3......"
        .asciiz "........9"
        .asciiz ".2......."
        .asciiz "...4....."
        .asciiz ".......8."
        .asciiz "123456789"
        .asciiz ".....6..."
        .asciiz "123456789"
        .asciiz ".....6..."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "..3......"
        .asciiz "......7.."
        .asciiz ".2......."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "...4....."
        .asciiz "1........"
        .asciiz "........9"
        .asciiz "123456789"
        .asciiz "..3......"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz "....5...."
        .asciiz "123456789"
        .asciiz "123456789"
        .asciiz ".....6..."
        .asciiz "123456789"
        .asciiz "......7.."
        .asciiz "123456789"
