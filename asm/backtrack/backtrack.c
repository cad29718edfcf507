/* Sudoku 9x9 by backtracking. line/line.h says what is around it.
 *
 * Take the first blank cell in reading order, try the digits 1 to 9 in it, and let the same procedure do
 * the rest of the grid. If it cannot, the digit was wrong: blank the cell again and try the next one.
 */

#include "../line/line.h"

const char sorry[] = "no solution\n";

/* Fills every blank cell from the given one on, before which there is none. */
COUNTED int solve(int row, int column)
{
    unsigned used;
    int box_row, box_column;
    unsigned char *cell;
    int i, row_in_box, column_in_box, digit;

    while (grid[9 * row + column] != 0) {
        if (++column == 9) {
            column = 0;
            if (++row == 9)
                return 1;
        }
    }

    /* Bit d: digit d is in the row, the column or the box. A blank cell sets bit 0. */
    used = 0;
    for (i = 0; i < 9; i++) {
        used |= 1u << grid[9 * row + i];
        used |= 1u << grid[9 * i + column];
    }
    box_row = row / 3 * 3;
    box_column = column / 3 * 3;
    for (row_in_box = 0; row_in_box < 3; row_in_box++)
        for (column_in_box = 0; column_in_box < 3; column_in_box++)
            used |= 1u << grid[9 * (box_row + row_in_box) + box_column + column_in_box];

    cell = &grid[9 * row + column];
    for (digit = 1; digit <= 9; digit++) {
        if (used >> digit & 1)
            continue;
        STORE(cell, digit);
        if (solve(row, column))
            return 1;
        STORE(cell, 0);
    }
    return 0;
}

int sudoku(void)
{
    return solve(0, 0);
}
