/* Reads a 9x9 puzzle as one line, solves it by backtracking and prints the grid as one line.
   Needs no library: three system calls of Linux. */

#include "linux.h"

static char line[128];
static unsigned char grid[81];
static unsigned nodes;

static int safe(int cell, int digit)
{
    int row = cell / 9, column = cell % 9, box = row / 3 * 27 + column / 3 * 3;
    for (int at = 0; at < 9; at++)
        if (grid[row * 9 + at] == digit || grid[at * 9 + column] == digit
            || grid[box + at / 3 * 9 + at % 3] == digit)
            return 0;
    return 1;
}

static int solve(int cell)
{
    nodes++;
    while (cell < 81 && grid[cell])
        cell++;
    if (cell == 81)
        return 1;
    for (int digit = 1; digit <= 9; digit++)
        if (safe(cell, digit)) {
            grid[cell] = digit;
            if (solve(cell + 1))
                return 1;
            grid[cell] = 0;
        }
    return 0;
}

START
{
    long length = take(line, sizeof line);
    for (int cell = 0; cell < 81; cell++) {
        int digit = cell < length ? line[cell] - '0' : 0;
        grid[cell] = digit > 0 && digit <= 9 ? digit : 0;
    }
    int solved = solve(0);
    for (int cell = 0; cell < 81; cell++)
        line[cell] = '0' + grid[cell];
    line[81] = '\n';
    int end = 82;
    char digits[24];
    int count = 0;
    do
        digits[count++] = '0' + nodes % 10;
    while (nodes /= 10);
    while (count)
        line[end++] = digits[--count];
    line[end++] = '\n';
    put_bytes(line, end);
    leave(!solved);
}
