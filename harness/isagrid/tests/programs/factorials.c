/* Factorials with hundreds of digits, as arrays of four decimal digits an element. */

#include "linux.h"

enum { LIMBS = 200, BASE = 10000 };

static unsigned short limbs[LIMBS];
static int used = 1;

static void multiply(unsigned by)
{
    unsigned carry = 0;
    for (int at = 0; at < used || carry; at++) {
        unsigned product = limbs[at] * by + carry;
        limbs[at] = product % BASE;
        carry = product / BASE;
        if (at >= used)
            used = at + 1;
    }
}

static void show(void)
{
    static char text[LIMBS * 4 + 1];
    int end = 0;
    for (int at = used - 1; at >= 0; at--)
        for (int scale = BASE / 10; scale; scale /= 10) {
            int digit = limbs[at] / scale % 10;
            if (end || digit)
                text[end++] = '0' + digit;
        }
    text[end++] = '\n';
    put_bytes(text, end);
}

START
{
    limbs[0] = 1;
    for (unsigned n = 1; n <= 300; n++) {
        multiply(n);
        if (n < 20 || n % 60 == 0)
            show();
    }
    unsigned digits = 0;
    for (int at = 0; at < used; at++)
        for (unsigned rest = limbs[at]; rest; rest /= 10)
            digits += rest % 10;
    put_word(digits);
    leave(digits & 127);
}
