# Right: a branch looks at what nobody defined, and goes to the same place either way.
# Sudoku with candidate strings
#
# A cell is a string of nine characters: a digit that may still be right stands in its place, a point
# where it was ruled out. With the NUL at its end a cell takes ten bytes, a board 810. Write the code
# of each function above its separator line, and leave the separator lines where they are.
#
        .text

# num_candidates: how many digits a cell may still be.
#   $a0   a pointer to a cell, which stays as it is
#   $v0   the number of candidates, 0 to 9
num_candidates:
        mflo    $t5                     # nobody set it
        beq     $t5, $zero, num_candidates_same
num_candidates_same:
        li      $v0, 0                  # candidates so far
        addiu   $t1, $a0, 9             # behind the last digit
        li      $t2, '.'
num_candidates_next:
        lb      $t0, 0($a0)
        beq     $t0, $t2, num_candidates_ruled_out
        addiu   $v0, $v0, 1
num_candidates_ruled_out:
        addiu   $a0, $a0, 1
        bne     $a0, $t1, num_candidates_next
        jr      $ra
#### Do not move this separator: the code of num_candidates lies above it.

# rule_out_of_cell: makes a digit no candidate of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        addiu   $t0, $a1, -1
        addu    $t0, $a0, $t0           # where the digit stands
        li      $t1, '.'
        sb      $t1, 0($t0)
        jr      $ra
#### Do not move this separator: the code of rule_out_of_cell lies above it.

# count_solved_cells: how many cells of a board have one candidate.
#   $a0   a pointer to a board, which stays as it is
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        sw      $s1, 20($sp)
        sw      $s2, 16($sp)
        move    $s0, $a0                # the cell looked at
        addiu   $s1, $a0, 810           # behind the last
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
#### Do not move this separator: the code of count_solved_cells lies above it.

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
        addiu   $s2, $a0, 810           # behind its last cell
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
#### Do not move this separator: the code of solve_board lies above it.

# The fixed part is as it was given.
main:
        jr      $ra
