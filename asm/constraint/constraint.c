/* Sudoku 9x9 by the fewest candidates first. line/line.h says what is around it.
 *
 * Take the blank cell with the fewest candidates, the first of equals in reading order, try them in it,
 * the smallest first, and let the same procedure do the rest of the grid. If it cannot, the digit was
 * wrong: blank the cell again and try the next one.
 */

#include "../line/line.h"

const char sorry[] = "no solution\n";

/* A blank cell. */
struct blank {
    struct blank *next;           /* the next one that is still blank, in reading order */
    unsigned *row, *column, *box; /* the digits its units have not yet, bit d - 1 for digit d */
    unsigned char *cell;
};

static unsigned rows[9], columns[9], boxes[9];
static struct blank first; /* has nothing but the link to the first blank cell */
static struct blank blanks[81];
static unsigned char counts[512], lowest[512]; /* of a set: how many digits, and the smallest */

static void flip(const struct blank *blank, unsigned bit)
{
    *blank->row ^= bit;
    *blank->column ^= bit;
    *blank->box ^= bit;
}

/* Fills the cells that are still blank. */
COUNTED int solve(void)
{
    struct blank *before = 0;
    unsigned set = 0;
    int fewest = 10;

    if (first.next == 0)
        return 1;
    for (struct blank *last = &first; last->next != 0; last = last->next) {
        const struct blank *blank = last->next;
        unsigned candidates = *blank->row & *blank->column & *blank->box;
        int count = counts[candidates];
        if (count < fewest) {
            if (count == 0)
                return 0;
            fewest = count;
            set = candidates;
            before = last;
        }
    }

    struct blank *chosen = before->next;
    before->next = chosen->next;
    while (set != 0) {
        unsigned bit = set & -set;
        STORE(chosen->cell, lowest[set]);
        set ^= bit;
        flip(chosen, bit);
        if (solve())
            return 1;
        flip(chosen, bit);
        STORE(chosen->cell, 0);
    }
    before->next = chosen;
    return 0;
}

int sudoku(void)
{
    for (int unit = 0; unit < 9; unit++)
        rows[unit] = columns[unit] = boxes[unit] = 511;
    for (int set = 1; set < 512; set++) {
        counts[set] = counts[set / 2] + set % 2;
        lowest[set] = set % 2 ? 1 : lowest[set / 2] + 1;
    }
    struct blank *last = &first, *next = blanks;
    for (int row = 0; row < 9; row++) {
        for (int column = 0; column < 9; column++) {
            unsigned char *cell = &grid[9 * row + column];
            unsigned *box = &boxes[row / 3 * 3 + column / 3];
            if (*cell != 0) {
                unsigned others = ~(1u << (*cell - 1));
                rows[row] &= others;
                columns[column] &= others;
                *box &= others;
            } else {
                *next = (struct blank){ 0, &rows[row], &columns[column], box, cell };
                last->next = next;
                last = next++;
            }
        }
    }
    return solve();
}
