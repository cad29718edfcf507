/* Numbers of 64 bits: carries, products, quotients, shifts by every distance, modular powers. */

#include "linux.h"

typedef unsigned long long u64;
typedef long long i64;

static const u64 corners[] = {
    0, 1, 2, 10, 0xff, 0xffffffff, 0x100000000, 0x123456789abcdef, 0x7fffffffffffffff,
    0x8000000000000000, 0xfffffffffffffffe, 0xffffffffffffffff,
};
enum { COUNT = sizeof corners / sizeof *corners };

static void put_wide(u64 value)
{
    put_word((unsigned)(value >> 32));
    put_word((unsigned)value);
}

static u64 power(u64 base, unsigned exponent, u64 modulus)
{
    u64 result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static u64 common(u64 a, u64 b)
{
    return b ? common(b, a % b) : a;
}

START
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            u64 a = corners[i], b = corners[j];
            put_wide(a + b);
            put_wide(a - b);
            put_wide(a * b);
            if (b) {
                put_wide(a / b ^ a % b);
                if (b + 1)
                    put_wide((u64)((i64)a / (i64)b) + (u64)((i64)a % (i64)b) * 3);
            }
            put_word((a < b) | ((i64)a < (i64)b) << 1 | (a == b) << 2);
        }
    for (int distance = 0; distance < 64; distance++) {
        put_wide(0x8123456789abcdefu >> distance);
        put_wide((u64)((i64)0x8123456789abcdef >> distance));
        put_wide(0x8123456789abcdefu << distance);
    }
    for (unsigned base = 2; base < 20; base++)
        put_wide(power(base, 1000003 * base, 4294967291u));
    put_wide(common(6227020800u * 17ull, 355687428096000ull));
    leave(64);
}
