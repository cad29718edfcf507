/* Random numbers: three generators, a shuffle, a heap sort, an estimate of pi in whole numbers. */

#include "linux.h"

enum { COUNT = 500 };

static unsigned state = 1, carry = 362436;
static short values[COUNT];

static unsigned congruent(void) { return state = state * 1664525u + 1013904223u; }

static unsigned shifted(void)
{
    static unsigned word = 2463534242u;
    word ^= word << 13;
    word ^= word >> 17;
    return word ^= word << 5;
}

static unsigned with_carry(void)
{
    static unsigned low = 521288629;
    unsigned long long product = 698769069ull * low + carry;
    carry = (unsigned)(product >> 32);
    return low = (unsigned)product;
}

static void sift(int root, int end)
{
    for (int child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end && values[child + 1] > values[child])
            child++;
        if (values[root] >= values[child])
            return;
        short held = values[root];
        values[root] = values[child];
        values[child] = held;
    }
}

START
{
    unsigned (*const generators[])(void) = {congruent, shifted, with_carry};
    for (int which = 0; which < 3; which++) {
        unsigned buckets[8] = {0}, inside = 0;
        for (int at = 0; at < 3000; at++) {
            unsigned word = generators[which]();
            int x = word & 0x7fff, y = word >> 16 & 0x7fff;
            buckets[word >> 29]++;
            inside += x * x + y * y < 0x3fff0001;
        }
        for (int at = 0; at < 8; at++)
            put_word(buckets[at]);
        put_number(inside * 4);
        put("\n");
    }
    for (int at = 0; at < COUNT; at++)
        values[at] = (short)shifted();
    for (int root = COUNT / 2; root-- > 0;)
        sift(root, COUNT);
    for (int end = COUNT; --end > 0;) {
        short held = values[0];
        values[0] = values[end];
        values[end] = held;
        sift(0, end);
    }
    int wrong = 0;
    for (int at = 1; at < COUNT; at++)
        wrong += values[at - 1] > values[at];
    for (int at = 0; at < COUNT; at += 25)
        put_word(values[at]);
    leave(wrong);
}
