/* Sudoku 9x9 with candidate strings. line/line.h says what is around it.
 *
 * The single tactic of "Sudoku Solver, CSEE 3827": when a cell is solved its digit can be ruled out of its
 * row, its column and its box. Apply that to all solved cells, and again, until every cell is solved, or a
 * pass has solved none.
 */

#include "../line/line.h"

const char sorry[] = "not solved\n";

/* Each digit that is still a candidate is at its position; a point replaces a digit ruled out. */
typedef char cell_string[10];

cell_string board[81];

static int num_candidates(const char *cell)
{
    int count = 0;
    for (int i = 0; i < 9; i++)
        if (cell[i] != '.')
            count++;
    return count;
}

static void rule_out_of_cell(char *cell, int digit)
{
    STORE(&cell[digit - 1], '.');
}

static int is_cell_solved(const char *cell)
{
    return num_candidates(cell) == 1;
}

static int count_solved_cells(cell_string *cells)
{
    int count = 0;
    for (int i = 0; i < 81; i++)
        if (is_cell_solved(cells[i]))
            count++;
    return count;
}

static int first_candidate(const char *cell)
{
    for (int digit = 1; digit <= 9; digit++)
        if (cell[digit - 1] != '.')
            return digit;
    return 0;
}

COUNTED void rule_out_of_row(cell_string *cells, int solved)
{
    int first = solved / 9 * 9, digit = first_candidate(cells[solved]);
    for (int i = first; i < first + 9; i++)
        if (i != solved)
            rule_out_of_cell(cells[i], digit);
}

static void rule_out_of_column(cell_string *cells, int solved)
{
    int digit = first_candidate(cells[solved]);
    for (int i = solved % 9; i < 81; i += 9)
        if (i != solved)
            rule_out_of_cell(cells[i], digit);
}

static void rule_out_of_box(cell_string *cells, int solved)
{
    int first = solved / 27 * 27 + solved % 9 / 3 * 3, digit = first_candidate(cells[solved]);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            int i = first + 9 * row + column;
            if (i != solved)
                rule_out_of_cell(cells[i], digit);
        }
}

static int solve_board(cell_string *cells)
{
    int before = -1;
    for (;;) {
        int solved = count_solved_cells(cells);
        if (solved == 81)
            return 1;
        if (solved == before)
            return 0;
        before = solved;
        for (int i = 0; i < 81; i++)
            if (is_cell_solved(cells[i])) {
                rule_out_of_row(cells, i);
                rule_out_of_column(cells, i);
                rule_out_of_box(cells, i);
            }
    }
}

int sudoku(void)
{
    for (int i = 0; i < 81; i++)
        for (int digit = 1; digit <= 9; digit++)
            board[i][digit - 1] = grid[i] == 0 || grid[i] == digit ? '0' + digit : '.';
    if (!solve_board(board))
        return 0;
    for (int i = 0; i < 81; i++)
        grid[i] = first_candidate(board[i]);
    return 1;
}
