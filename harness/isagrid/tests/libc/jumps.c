// setjmp and longjmp, variable arguments, 64-bit arithmetic, atexit, and a long recursion.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf place;

static void fall(int depth) {
    if (depth == 0) longjmp(place, 7);
    fall(depth - 1);
}

static double total(int count, ...) {
    va_list list;
    double sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}

static int depth_of(int n) {
    volatile char room[100];
    room[n % 100] = (char)n;
    return n == 0 ? 0 : 1 + depth_of(n - 1) + room[n % 100] * 0;
}

static void last(void) { puts("last"); }

int main(void) {
    atexit(last);
    int value = setjmp(place);
    printf("%d\n", value);
    if (value == 0) fall(20);
    printf("%g %d\n", total(4, 1, 2.5, 3, 4.25), depth_of(20000));
    uint64_t x = 0x0123456789abcdefULL, y = 1;
    for (int i = 0; i < 20; i++) y = y * 6364136223846793005ULL + 1442695040888963407ULL, x ^= y >> 7;
    printf("%" PRIx64 " %" PRId64 " %" PRIu64 "\n", x, (int64_t)x / -12345, x % 1000003);
    printf("%d %d %d\n", __builtin_clzll(x), __builtin_popcountll(x), __builtin_bswap32((int)x));
    exit(9);
}
