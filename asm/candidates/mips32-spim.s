# Sudoku 9x9 with candidate strings, SPIM dialect. line/mips32-spim.s is around it.
#
# Method:  the single tactic of "Sudoku Solver, CSEE 3827": when a cell is solved its digit can be ruled
#          out of its row, its column and its box. Apply that to all solved cells, and again, until
#          every cell is solved, or a pass has solved none.
#
# Memory:  board     81 cells, row by row, ten bytes each: a string of nine characters and a null. Each
#                    digit that is still a candidate is at its position; a point replaces one ruled out.
#
# The four functions of the homework come first, then those of its helpers that they call.

        .data
        .globl board
board:  .space 810
        .globl sorry
sorry:  .asciiz "not solved\n"

        .text
# num_candidates: how many digits a cell may still be.
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

# rule_out_of_cell: makes a digit no candidate of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        addiu   $t0, $a1, -1
        addu    $t0, $a0, $t0           # where the digit stands
        li      $t1, '.'
        sb      $t1, 0($t0)
        jr      $ra

# count_solved_cells: how many cells of a board have one candidate.
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

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved, or nothing changes any more.
#   $a0   a pointer to a board, which is solved in its place
#   $v0   1 when all cells are solved, else 0
solve_board:
        addiu   $sp, $sp, -40
        sw      $ra, 36($sp)
        sw      $s0, 32($sp)
        sw      $s1, 28($sp)
        sw      $s2, 24($sp)
        sw      $s3, 20($sp)
        move    $s0, $a0                # the board
        addiu   $s2, $a0, 810           # after its last cell
        li      $s3, -1                 # solved cells before the pass
solve_board_pass:
        move    $a0, $s0
        jal     count_solved_cells
        li      $t0, 81
        beq     $v0, $t0, solve_board_all
        beq     $v0, $s3, solve_board_stuck
        move    $s3, $v0
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
solve_board_all:
        li      $v0, 1
        b       solve_board_done
solve_board_stuck:
        li      $v0, 0
solve_board_done:
        lw      $s3, 20($sp)
        lw      $s2, 24($sp)
        lw      $s1, 28($sp)
        lw      $s0, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, 40
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

# sudoku: makes a board of the grid, solves it, and makes a grid of it again.
#   $v0   1 when all cells are solved, else 0
        .globl sudoku
sudoku:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        la      $t0, grid
        la      $t1, board
        addiu   $t2, $t1, 810
        li      $t5, '.'
sudoku_cell:
        lbu     $t3, 0($t0)
        li      $t4, '1'                # the digit whose place it is
        addiu   $t6, $t3, 48            # the given
sudoku_digit:
        move    $t7, $t4
        beq     $t3, $zero, sudoku_put  # a blank cell may have any
        beq     $t4, $t6, sudoku_put
        move    $t7, $t5
sudoku_put:
        sb      $t7, 0($t1)
        addiu   $t1, $t1, 1
        addiu   $t4, $t4, 1
        li      $t7, 58                 # after '9'
        bne     $t4, $t7, sudoku_digit
        sb      $zero, 0($t1)
        addiu   $t1, $t1, 1
        addiu   $t0, $t0, 1
        bne     $t1, $t2, sudoku_cell

        la      $a0, board
        jal     solve_board
        beq     $v0, $zero, sudoku_done

        sw      $s0, 16($sp)
        sw      $s1, 12($sp)
        la      $s0, board
        la      $s1, grid
sudoku_back:
        move    $a0, $s0
        jal     first_candidate
        sb      $v0, 0($s1)
        addiu   $s0, $s0, 10
        addiu   $s1, $s1, 1
        la      $t0, board
        addiu   $t0, $t0, 810
        bne     $s0, $t0, sudoku_back
        lw      $s1, 12($sp)
        lw      $s0, 16($sp)
        li      $v0, 1
sudoku_done:
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra
