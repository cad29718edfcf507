/* Primes by a sieve of bits, twins, factors by trial, and a test by Fermat's theorem. */

#include "linux.h"

enum { LIMIT = 20000 };

static unsigned char marked[LIMIT / 8 + 1];

static int is_marked(int n) { return marked[n >> 3] >> (n & 7) & 1; }

static unsigned power(unsigned base, unsigned exponent, unsigned modulus)
{
    unsigned long long result = 1, square = base;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * square % modulus;
        square = square * square % modulus;
    }
    return (unsigned)result;
}

static void factors(unsigned number)
{
    put_number(number);
    for (unsigned by = 2; number > 1; by++) {
        if (by * by > number)
            by = number;
        for (; number % by == 0; number /= by) {
            put(" ");
            put_number(by);
        }
    }
    put("\n");
}

START
{
    int primes = 0, twins = 0, last = 0, false_primes = 0;
    for (int n = 2; n < LIMIT; n++) {
        if (is_marked(n))
            continue;
        for (int multiple = n * n; n < 142 && multiple < LIMIT; multiple += n)
            marked[multiple >> 3] |= 1 << (multiple & 7);
        primes++;
        twins += n - last == 2;
        last = n;
    }
    for (int n = 3; n < LIMIT; n += 2)
        false_primes += is_marked(n) && power(2, n - 1, n) == 1;
    put_number(primes);
    put(" ");
    put_number(twins);
    put(" ");
    put_number(last);
    put(" ");
    put_number(false_primes);
    put("\n");
    for (unsigned number = 999999; number > 999980; number--)
        factors(number);
    leave(false_primes);
}
