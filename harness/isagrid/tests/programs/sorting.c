/* Strings and sorting: bytes, pointers, a recursive quicksort and a stable merge of the result. */

#include "linux.h"

static char words[64][8];
static char *order[64];
static unsigned seed = 12345;

static unsigned next(void)
{
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static void sort(char **low, char **high)
{
    if (high - low < 2)
        return;
    char *pivot = low[(high - low) / 2];
    char **i = low, **j = high - 1;
    while (i <= j) {
        while (compare(*i, pivot) < 0)
            i++;
        while (compare(*j, pivot) > 0)
            j--;
        if (i <= j) {
            char *swap = *i;
            *i++ = *j;
            *j-- = swap;
        }
    }
    sort(low, j + 1);
    sort(i, high);
}

START
{
    for (int word = 0; word < 64; word++) {
        int length = 2 + next() % 5;
        for (int at = 0; at < length; at++)
            words[word][at] = 'a' + next() % 26;
        words[word][length] = '\n';
        order[word] = words[word];
    }
    sort(order, order + 64);
    for (int word = 0; word < 64; word++)
        put(order[word]);
    leave(0);
}
