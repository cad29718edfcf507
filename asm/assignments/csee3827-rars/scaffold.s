# Sudoku with candidate strings
#
# A cell is a string of nine characters: each digit that is still a candidate is at its position, and a
# point replaces a digit that is ruled out. With the NUL at its end a cell takes ten bytes, a board 810.
# Write the code of each function above its separator line, and do not move the separator lines.
#
        .text
        j       main                    # a program begins with its first instruction

# num_candidates: counts the candidates of a cell.
#   a0    a pointer to a cell, which does not change
#   a0    returned: the number of candidates, 0 to 9
num_candidates:
        # your code
        li      a0, 0
        ret
#### Do not move this separator: the code of num_candidates is above it.

# rule_out_of_cell: removes a digit from the candidates of a cell.
#   a0    a pointer to a cell, which is changed
#   a1    the digit, 1 to 9
rule_out_of_cell:
        # your code
        ret
#### Do not move this separator: the code of rule_out_of_cell is above it.

# count_solved_cells: counts the cells of a board that have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        # your code
        li      a0, 0
        ret
#### Do not move this separator: the code of count_solved_cells is above it.

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved.
#   a0    a pointer to a board, which is solved in its place
solve_board:
        # your code
        ret
#### Do not move this separator: the code of solve_board is above it.

# ---------------------------------------------------------------------------
# Everything below is given. Tests change it, so the code above may only
# rely on what the comments say.
# ---------------------------------------------------------------------------

# main: calls each of your functions; comments give the expected output.
main:
        la      a0, cell_any            # all nine digits are candidates
        jal     ra, num_candidates
        jal     ra, print_int
        jal     ra, print_newline       # should print 9

        la      a0, cell_few            # 1, 2 and 9 are candidates
        jal     ra, num_candidates
        jal     ra, print_int
        jal     ra, print_newline       # should print 3

        la      a0, cell_few
        li      a1, 2
        jal     ra, rule_out_of_cell
        la      a0, cell_few
        jal     ra, print_string
        jal     ra, print_newline       # should print 1.......9

        la      a0, board
        jal     ra, count_solved_cells
        jal     ra, print_int
        jal     ra, print_newline       # should print 36

        la      a0, board
        jal     ra, solve_board
        la      a0, board
        jal     ra, print_board         # should print nine rows of digits, from 5 3 4 6 7 8 9 1 2
                                        # to 3 4 5 2 8 6 1 7 9
        la      a0, board
        jal     ra, count_solved_cells
        jal     ra, print_int
        jal     ra, print_newline       # should print 81
        li      a7, 10
        ecall

# ---------------------------------------------------------------------------
# Helpers.
# ---------------------------------------------------------------------------

# print_int: prints the number in a0.
print_int:
        li      a7, 1
        ecall
        ret

# print_string: prints the string at a0.
print_string:
        li      a7, 4
        ecall
        ret

# print_newline: prints the end of a line.
print_newline:
        la      a0, str_newline
        li      a7, 4
        ecall
        ret

# print_space: prints a blank.
print_space:
        la      a0, str_space
        li      a7, 4
        ecall
        ret

# first_candidate: a0 points to a cell; a0 becomes its first candidate, 0 if there is none.
first_candidate:
        li      t2, 0
        li      t1, 46                  # a point
first_candidate_next:
        lb      t0, 0(a0)
        beq     t0, zero, first_candidate_none
        addi    t2, t2, 1
        addi    a0, a0, 1
        beq     t0, t1, first_candidate_next
        mv      a0, t2
        ret
first_candidate_none:
        li      a0, 0
        ret

# is_cell_solved: a0 points to a cell; a0 becomes 1 if it has one candidate, else 0.
is_cell_solved:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        jal     ra, num_candidates
        addi    a0, a0, -1
        sltiu   a0, a0, 1
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

# get_row_base: a0 points to a board, a1 to one of its cells; a0 becomes a pointer to the first cell
# of its row.
get_row_base:
        sub     t0, a1, a0
        li      t1, 90
        div     t0, t0, t1
        mul     t0, t0, t1
        add     a0, a0, t0
        ret

# get_col_base: the same for the first cell of its column.
get_col_base:
        sub     t0, a1, a0
        li      t1, 90
        rem     t0, t0, t1
        add     a0, a0, t0
        ret

# get_box_base: the same for the first cell of its box.
get_box_base:
        sub     t0, a1, a0
        li      t1, 270                 # three rows
        div     t2, t0, t1
        mul     t2, t2, t1
        li      t1, 90
        rem     t3, t0, t1
        li      t1, 30                  # three cells
        div     t3, t3, t1
        mul     t3, t3, t1
        add     a0, a0, t2
        add     a0, a0, t3
        ret

# rule_out_of_row: a0 points to a board, a1 to a solved cell of it; rules its digit out of the other
# cells of its row.
rule_out_of_row:
        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        mv      s0, a1
        jal     ra, get_row_base
        mv      s1, a0                  # the cell looked at
        addi    s2, a0, 90          # after the last
        mv      a0, s0
        jal     ra, first_candidate
        mv      s3, a0
rule_out_of_row_next:
        beq     s1, s0, rule_out_of_row_same
        mv      a0, s1
        mv      a1, s3
        jal     ra, rule_out_of_cell
rule_out_of_row_same:
        addi    s1, s1, 10
        bne     s1, s2, rule_out_of_row_next
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret

# rule_out_of_col: a0 points to a board, a1 to a solved cell of it; rules its digit out of the other
# cells of its column.
rule_out_of_col:
        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        mv      s0, a1
        jal     ra, get_col_base
        mv      s1, a0                  # the cell looked at
        addi    s2, a0, 810          # after the last
        mv      a0, s0
        jal     ra, first_candidate
        mv      s3, a0
rule_out_of_col_next:
        beq     s1, s0, rule_out_of_col_same
        mv      a0, s1
        mv      a1, s3
        jal     ra, rule_out_of_cell
rule_out_of_col_same:
        addi    s1, s1, 90
        bne     s1, s2, rule_out_of_col_next
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret

# rule_out_of_box: the same for its box.
rule_out_of_box:
        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        sw      s4, 8(sp)
        mv      s0, a1
        jal     ra, get_box_base
        mv      s1, a0
        addi    s2, a0, 30              # after the row of the box
        addi    s4, a0, 210             # after its last row
        mv      a0, s0
        jal     ra, first_candidate
        mv      s3, a0
rule_out_of_box_next:
        beq     s1, s0, rule_out_of_box_same
        mv      a0, s1
        mv      a1, s3
        jal     ra, rule_out_of_cell
rule_out_of_box_same:
        addi    s1, s1, 10
        bne     s1, s2, rule_out_of_box_next
        beq     s2, s4, rule_out_of_box_done
        addi    s1, s1, 60              # to the next row
        addi    s2, s2, 90
        j       rule_out_of_box_next
rule_out_of_box_done:
        lw      s4, 8(sp)
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret

# print_board: prints the board at a0, a digit for a solved cell and 0 for any other.
print_board:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        sw      s2, 0(sp)
        mv      s0, a0
        addi    s1, a0, 810             # after the last cell
print_board_row:
        addi    s2, s0, 90              # after the row
print_board_cell:
        mv      a0, s0
        jal     ra, is_cell_solved
        beq     a0, zero, print_board_open
        mv      a0, s0
        jal     ra, first_candidate
print_board_open:
        jal     ra, print_int
        jal     ra, print_space
        addi    s0, s0, 10
        bne     s0, s2, print_board_cell
        jal     ra, print_newline
        bne     s0, s1, print_board_row
        lw      s2, 0(sp)
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

        .data
str_newline:    .asciz  "\n"
str_space:      .asciz  " "
cell_any:       .asciz  "123456789"
cell_few:       .asciz  "12......9"
# A board of 81 cells, row by row, ten bytes each.
board:
        .asciz  "123456789"
        .asciz  "..3......"
        .asciz  "123456789"
        .asciz  ".....6..."
        .asciz  "......7.."
        .asciz  "123456789"
        .asciz  "........9"
        .asciz  "123456789"
        .asciz  ".2......."
        .asciz  "123456789"
        .asciz  "......7.."
        .asciz  ".2......."
        .asciz  "123456789"
        .asciz  "........9"
        .asciz  "....5...."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  ".......8."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  ".......8."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "....5...."
        .asciz  "123456789"
        .asciz  "......7.."
        .asciz  ".......8."
        .asciz  "....5...."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  ".....6..."
        .asciz  "1........"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  ".......8."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "......7.."
        .asciz  "123456789"
        .asciz  "..3......"
        .asciz  "........9"
        .asciz  ".2......."
        .asciz  "...4....."
        .asciz  ".......8."
        .asciz  "123456789"
        .asciz  ".....6..."
        .asciz  "123456789"
        .asciz  ".....6..."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "..3......"
        .asciz  "......7.."
        .asciz  ".2......."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "...4....."
        .asciz  "1........"
        .asciz  "........9"
        .asciz  "123456789"
        .asciz  "..3......"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  "....5...."
        .asciz  "123456789"
        .asciz  "123456789"
        .asciz  ".....6..."
        .asciz  "123456789"
        .asciz  "......7.."
        .asciz  "123456789"
