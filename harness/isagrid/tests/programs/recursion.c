/* Deep and wide recursion, calls through pointers, and a state machine by a jump table. */

#include "linux.h"

static unsigned calls;

static unsigned ackermann(unsigned m, unsigned n)
{
    calls++;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static unsigned hanoi(int disks, int from, int to, unsigned (*move)(int, int))
{
    if (disks == 0)
        return 0;
    int over = 6 - from - to;
    unsigned moves = hanoi(disks - 1, from, over, move);
    moves = moves * 31 + move(from, to);
    return moves * 17 + hanoi(disks - 1, over, to, move);
}

static unsigned first(int from, int to) { return from * 3 + to; }
static unsigned second(int from, int to) { return from ^ to << 2; }

static int state(const char *text)
{
    int at = 0, depth = 0, seen = 0;
    for (; text[at]; at++)
        switch (text[at]) {
        case '(': depth++; break;
        case ')': depth--; break;
        case '+': seen |= 1; break;
        case '-': seen |= 2; break;
        case '*': seen |= 4; break;
        case '/': seen |= 8; break;
        case '0': case '1': case '2': case '3': case '4': seen += 16; break;
        default: seen += 256;
        }
    return seen * 8 + depth;
}

START
{
    static unsigned (*const moves[])(int, int) = {first, second};
    put_word(ackermann(2, 300));
    put_word(ackermann(3, 5));
    put_word(calls);
    for (int which = 0; which < 2; which++)
        put_word(hanoi(12, 1, 3, moves[which]));
    put_word(state("(1+2)*((3-x)/4"));
    leave(7);
}
