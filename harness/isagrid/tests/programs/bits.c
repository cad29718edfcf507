/* Tricks with bits: counts, reversals, Gray codes, parity, permutations, fixed-point roots. */

#include "linux.h"

static unsigned reverse(unsigned word)
{
    word = (word & 0x55555555) << 1 | (word >> 1 & 0x55555555);
    word = (word & 0x33333333) << 2 | (word >> 2 & 0x33333333);
    word = (word & 0x0f0f0f0f) << 4 | (word >> 4 & 0x0f0f0f0f);
    return __builtin_bswap32(word);
}

static unsigned interleave(unsigned short low, unsigned short high)
{
    unsigned word = 0;
    for (int bit = 0; bit < 16; bit++)
        word |= (low >> bit & 1u) << (2 * bit) | (high >> bit & 1u) << (2 * bit + 1);
    return word;
}

static unsigned root(unsigned square)
{
    unsigned result = 0;
    for (unsigned bit = 1u << 30; bit; bit >>= 2) {
        int fits = square >= result + bit;
        square -= fits ? result + bit : 0;
        result = (result >> 1) + (fits ? bit : 0);
    }
    return result;
}

static unsigned next_same_count(unsigned set)
{
    unsigned lowest = set & -set, ripple = set + lowest;
    return ripple | (ripple ^ set) >> 2 >> __builtin_ctz(set);
}

START
{
    unsigned word = 0x12345678;
    for (int round = 0; round < 40; round++) {
        put_word(reverse(word));
        put_word(word ^ word >> 1);
        put_word(__builtin_popcount(word) << 16 | __builtin_clz(word) << 8 | __builtin_ctz(word));
        put_word(__builtin_parity(word) + 2 * (unsigned)__builtin_ffs((int)word));
        put_word(interleave(word, word >> 16));
        put_word(root(word));
        put_word((word << (round & 31)) | (word >> (-round & 31)));
        put_word((unsigned)((int)word >> (round & 31)) & ~(word - 1));
        word ^= word << 13;
        word ^= word >> 17;
        word ^= word << 5;
    }
    for (unsigned set = 0x1f; set < 0x400; set = next_same_count(set))
        put_word(set);
    leave(root(10000));
}
