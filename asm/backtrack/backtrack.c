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
    while (grid[9 * row + column] != 0) {
        if (++column == 9) {
            column = 0;
            if (++row == 9)
                return 1;
        }
    }

    /* Bit d: digit d is in the row, the column or the box. A blank cell sets bit 0. */
    unsigned used = 0;
    for (int i = 0; i < 9; i++) {
        used |= 1u << grid[9 * row + i];
        used |= 1u << grid[9 * i + column];
    }
    int box_row = row / 3 * 3, box_column = column / 3 * 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            used |= 1u << grid[9 * (box_row + i) + box_column + j];

    unsigned char *cell = &grid[9 * row + column];
    for (int digit = 1; digit <= 9; digit++) {
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
