# Sudoku 9x9 with candidate strings, GNU dialect. line/riscv32-gnu.s is around it.
#
# Method:  the single tactic of "Sudoku Solver, CSEE 3827": when a cell is solved its digit can be ruled
#          out of its row, its column and its box. Apply that to all solved cells, and again, until
#          every cell is solved, or a pass has solved none.
#
# Memory:  board     81 cells, row by row, ten bytes each: a string of nine characters and a null. Each
#                    digit that is still a candidate is at its position; a point replaces one ruled out.
#
# The four functions of the homework come first, then those of its helpers that they call.

        .bss
        .balign 4
        .globl  board
board:  .zero   810

        .section .rodata
        .globl  sorry
sorry:  .asciz  "not solved\n"

        .text
# num_candidates: how many digits a cell may still be.
#   a0    a pointer to a cell, which does not change
#   a0    returned: the number of candidates, 0 to 9
num_candidates:
        li      t3, 0                   # candidates so far
        addi    t1, a0, 9               # after the last digit
        li      t2, '.'
num_candidates_next:
        lb      t0, 0(a0)
        beq     t0, t2, num_candidates_ruled_out
        addi    t3, t3, 1
num_candidates_ruled_out:
        addi    a0, a0, 1
        bne     a0, t1, num_candidates_next
        mv      a0, t3
        ret

# rule_out_of_cell: makes a digit no candidate of a cell.
#   a0    a pointer to a cell, which is changed
#   a1    the digit, 1 to 9
rule_out_of_cell:
        addi    t0, a1, -1
        add     t0, a0, t0              # where the digit stands
        li      t1, '.'
        sb      t1, 0(t0)
        ret

# count_solved_cells: how many cells of a board have one candidate.
#   a0    a pointer to a board, which does not change
#   a0    returned: the number of solved cells, 0 to 81
count_solved_cells:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        sw      s0, 8(sp)
        sw      s1, 4(sp)
        sw      s2, 0(sp)
        mv      s0, a0                  # the cell looked at
        addi    s1, a0, 810             # after the last
        li      s2, 0                   # solved cells so far
count_solved_cells_next:
        mv      a0, s0
        call    is_cell_solved
        add     s2, s2, a0
        addi    s0, s0, 10
        bne     s0, s1, count_solved_cells_next
        mv      a0, s2
        lw      s2, 0(sp)
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved, or nothing changes any more.
#   a0   a pointer to a board, which is solved in its place
#   a0   1 when all cells are solved, else 0
solve_board:
        addi    sp, sp, -32
        sw      ra, 28(sp)
        sw      s0, 24(sp)
        sw      s1, 20(sp)
        sw      s2, 16(sp)
        sw      s3, 12(sp)
        mv      s0, a0                  # the board
        addi    s2, a0, 810             # after its last cell
        li      s3, -1                  # solved cells before the pass
solve_board_pass:
        mv      a0, s0
        call    count_solved_cells
        li      t0, 81
        beq     a0, t0, solve_board_all
        beq     a0, s3, solve_board_stuck
        mv      s3, a0
        mv      s1, s0                  # the cell looked at
solve_board_next:
        mv      a0, s1
        call    is_cell_solved
        beqz    a0, solve_board_open
        mv      a0, s0
        mv      a1, s1
        call    rule_out_of_row
        mv      a0, s0
        mv      a1, s1
        call    rule_out_of_col
        mv      a0, s0
        mv      a1, s1
        call    rule_out_of_box
solve_board_open:
        addi    s1, s1, 10
        bne     s1, s2, solve_board_next
        j       solve_board_pass
solve_board_all:
        li      a0, 1
        j       solve_board_done
solve_board_stuck:
        li      a0, 0
solve_board_done:
        lw      s3, 12(sp)
        lw      s2, 16(sp)
        lw      s1, 20(sp)
        lw      s0, 24(sp)
        lw      ra, 28(sp)
        addi    sp, sp, 32
        ret

# first_candidate: a0 points to a cell; a0 becomes its first candidate, 0 if there is none.
first_candidate:
        li      t2, 0
        li      t1, '.'
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
        call    num_candidates
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
        call    get_row_base
        mv      s1, a0                  # the cell looked at
        addi    s2, a0, 90              # after the last
        mv      a0, s0
        call    first_candidate
        mv      s3, a0
rule_out_of_row_next:
        beq     s1, s0, rule_out_of_row_same
        mv      a0, s1
        mv      a1, s3
        call    rule_out_of_cell
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
        call    get_col_base
        mv      s1, a0                  # the cell looked at
        addi    s2, a0, 810             # after the last
        mv      a0, s0
        call    first_candidate
        mv      s3, a0
rule_out_of_col_next:
        beq     s1, s0, rule_out_of_col_same
        mv      a0, s1
        mv      a1, s3
        call    rule_out_of_cell
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
        call    get_box_base
        mv      s1, a0
        addi    s2, a0, 30              # after the row of the box
        addi    s4, a0, 210             # after its last row
        mv      a0, s0
        call    first_candidate
        mv      s3, a0
rule_out_of_box_next:
        beq     s1, s0, rule_out_of_box_same
        mv      a0, s1
        mv      a1, s3
        call    rule_out_of_cell
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

# sudoku: makes a board of the grid, solves it, and makes a grid of it again.
#   a0   1 when all cells are solved, else 0
        .globl  sudoku
sudoku:
        addi    sp, sp, -16
        sw      ra, 12(sp)
        la      t0, grid
        la      t1, board
        addi    t2, t1, 810
        li      t5, '.'
sudoku_cell:
        lbu     t3, 0(t0)
        li      t4, '1'                 # the digit whose place it is
        addi    t6, t3, 48              # the given
sudoku_digit:
        mv      a2, t4
        beqz    t3, sudoku_put          # a blank cell may have any
        beq     t4, t6, sudoku_put
        mv      a2, t5
sudoku_put:
        sb      a2, 0(t1)
        addi    t1, t1, 1
        addi    t4, t4, 1
        li      a2, '9' + 1
        bne     t4, a2, sudoku_digit
        sb      zero, 0(t1)
        addi    t1, t1, 1
        addi    t0, t0, 1
        bne     t1, t2, sudoku_cell

        la      a0, board
        call    solve_board
        beqz    a0, sudoku_done

        sw      s0, 8(sp)
        sw      s1, 4(sp)
        la      s0, board
        la      s1, grid
sudoku_back:
        mv      a0, s0
        call    first_candidate
        sb      a0, 0(s1)
        addi    s0, s0, 10
        addi    s1, s1, 1
        la      t0, board
        addi    t0, t0, 810
        bne     s0, t0, sudoku_back
        lw      s1, 4(sp)
        lw      s0, 8(sp)
        li      a0, 1
sudoku_done:
        lw      ra, 12(sp)
        addi    sp, sp, 16
        ret
