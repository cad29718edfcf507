# Wrong: the scaffold as it was given.
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
        # your code
        li      $v0, 0
        jr      $ra
#### Do not move this separator: the code of num_candidates lies above it.

# rule_out_of_cell: makes a digit no candidate of a cell.
#   $a0   a pointer to a cell, which is changed
#   $a1   the digit, 1 to 9
rule_out_of_cell:
        # your code
        jr      $ra
#### Do not move this separator: the code of rule_out_of_cell lies above it.

# count_solved_cells: how many cells of a board have one candidate.
#   $a0   a pointer to a board, which stays as it is
#   $v0   the number of solved cells, 0 to 81
count_solved_cells:
        # your code
        li      $v0, 0
        jr      $ra
#### Do not move this separator: the code of count_solved_cells lies above it.

# solve_board: rules the digit of each solved cell out of its row, column and box, until all cells
# are solved.
#   $a0   a pointer to a board, which is solved in its place
solve_board:
        # your code
        jr      $ra
#### Do not move this separator: the code of solve_board lies above it.

# The fixed part is as it was given.
main:
        jr      $ra
