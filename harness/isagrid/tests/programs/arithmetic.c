/* Corners of integer arithmetic, each against itself: products, quotients, shifts, extensions. */

#include "linux.h"

static const int corners[] = {0, 1, -1, 2, -2, 7, -7, 100, 0x7fff, -0x8000, 0x10000, 0x7fffffff,
                              -0x7fffffff - 1};
enum { COUNT = sizeof corners / sizeof *corners };

static unsigned mix(unsigned sum, unsigned value)
{
    return (sum << 5 | sum >> 27) + value;
}

START
{
    unsigned sum = 1;
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            int a = corners[i], b = corners[j];
            long long wide = (long long)a * b;
            unsigned long long wide_unsigned = (unsigned long long)(unsigned)a * (unsigned)b;
            sum = mix(sum, (unsigned)wide);
            sum = mix(sum, (unsigned)(wide >> 32));
            sum = mix(sum, (unsigned)(wide_unsigned >> 32));
            sum = mix(sum, (unsigned)((wide + a) >> 32));
            if (b) {
                sum = mix(sum, (unsigned)a / (unsigned)b);
                sum = mix(sum, (unsigned)a % (unsigned)b);
                if (b != -1) {
                    sum = mix(sum, a / b);
                    sum = mix(sum, a % b);
                }
            }
            sum = mix(sum, a >> (b & 31));
            sum = mix(sum, (unsigned)a >> (b & 31));
            sum = mix(sum, a << (b & 31));
            sum = mix(sum, (signed char)a + (short)b);
            sum = mix(sum, (unsigned char)a ^ (unsigned short)b);
            sum = mix(sum, (a < b) + ((unsigned)a < (unsigned)b) * 2);
            sum = mix(sum, a ? __builtin_clz(a) : 32);
            sum = mix(sum, __builtin_bswap32(a) ^ (a >> 5 & 0xff));
            put_word(sum);
        }
    leave(0);
}
