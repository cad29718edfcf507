/* Queens on boards of every size up to 9, by masks and by permutation, with the first solutions. */

#include "linux.h"

static int size;
static int place[10];

static int by_masks(unsigned columns, unsigned left, unsigned right)
{
    unsigned all = (1u << size) - 1;
    if (columns == all)
        return 1;
    int found = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        found += by_masks(columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

static int fits(int row)
{
    for (int above = 0; above < row; above++) {
        int distance = place[above] - place[row];
        if (distance == row - above || distance == above - row)
            return 0;
    }
    return 1;
}

static int by_permutation(int row)
{
    if (row == size) {
        static int shown;
        if (shown != size) {
            shown = size;
            for (int at = 0; at < size; at++)
                put_number(place[at] + 1);
            put("\n");
        }
        return 1;
    }
    int found = 0;
    for (int other = row; other < size; other++) {
        int held = place[other];
        place[other] = place[row];
        place[row] = held;
        if (fits(row))
            found += by_permutation(row + 1);
        place[row] = place[other];
        place[other] = held;
    }
    return found;
}

START
{
    int wrong = 0;
    for (size = 1; size < 9; size++) {
        for (int at = 0; at < size; at++)
            place[at] = at;
        int first = by_masks(0, 0, 0), second = by_permutation(0);
        put_number(first);
        put("\n");
        wrong += first != second;
    }
    leave(wrong);
}
