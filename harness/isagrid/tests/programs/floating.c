/* Singles and doubles at their corners: sums, products, quotients, comparisons, conversions. */

#include "linux.h"

union single { float number; unsigned bits; };
union wide { double number; unsigned long long bits; };

static const unsigned singles[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40490fdb, 0x7f7fffff, 0x00000001,
    0x807fffff, 0x00800000, 0x7f800000, 0xff800000, 0x4b800001, 0xcf000000, 0x3eaaaaab,
};
enum { COUNT = sizeof singles / sizeof *singles };

static void put_single(float number)
{
    union single value = {number};
    put_word(number != number ? 0x7fc00000 : value.bits);
}

static void put_wide(double number)
{
    union wide value = {number};
    if (number != number)
        value.bits = 0x7ff8000000000000;
    put_word((unsigned)(value.bits >> 32));
    put_word((unsigned)value.bits);
}

static int relations(float a, float b)
{
    return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a >= b) << 4 | (a > b) << 5;
}

/* Newton's method: every step rounds. */
static double root(double square)
{
    double guess = square > 1 ? square / 2 : 1;
    for (int step = 0; step < 60; step++)
        guess = (guess + square / guess) / 2;
    return guess;
}

START
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            union single a = {.bits = singles[i]}, b = {.bits = singles[j]};
            put_single(a.number + b.number);
            put_single(a.number - b.number);
            put_single(a.number * b.number);
            put_single(a.number / b.number);
            put_word(relations(a.number, b.number));
            put_wide((double)a.number * b.number + 0.1);
            put_wide(a.number / ((double)b.number + 3));
        }
    for (int number = 2; number < 40; number += 3)
        put_wide(root(number));
    double sum = 0;
    for (int term = 1; term < 2000; term++)
        sum += term & 1 ? 1.0 / (term * term) : -1.0 / term;
    put_wide(sum);
    for (float number = -3.75f; number < 4; number += 0.5f)
        put_word((int)number);
    for (int power = -7; power < 8; power++)
        put_single((float)(power * 123456789LL));
    put_single((float)4294967295u);
    put_wide((double)4294967295u);
    put_word((unsigned)3e9);
    leave(3);
}
