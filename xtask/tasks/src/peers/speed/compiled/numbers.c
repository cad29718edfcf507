/* Integers: divisions, bits, 64 bits, long numbers, matrices. */

/* Products of matrices, in double precision, in single precision and of integers. */
#define PRODUCT(name, type, scale)                                                                \
    static type name##_a[90][90], name##_b[90][90], name##_c[90][90];                              \
    static u32 name(u32 rounds)                                                                   \
    {                                                                                             \
        for (i32 i = 0; i < 90; i++)                                                              \
            for (i32 j = 0; j < 90; j++) {                                                        \
                name##_a[i][j] = (type)(i + j) * (type)(scale);                                   \
                name##_b[i][j] = (type)(i - j) * (type)(scale);                                   \
            }                                                                                     \
        for (u32 round = 0; round < rounds; round++)                                              \
            for (i32 i = 0; i < 90; i++)                                                          \
                for (i32 j = 0; j < 90; j++) {                                                    \
                    type sum = 0;                                                                 \
                    for (i32 k = 0; k < 90; k++)                                                  \
                        sum += name##_a[i][k] * name##_b[k][j];                                   \
                    name##_c[i][j] = sum + name##_c[i][j] / 2;                                    \
                }                                                                                 \
        return (u32)(i32)name##_c[89][88];                                                        \
    }

PRODUCT(doubles, double, 0.3)
PRODUCT(floats, float, 0.3)
PRODUCT(integers, i32, 3)

/* Greatest common divisors. */
static u32 divisors(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        u32 a = random(), b = random() | 1;
        while (b) {
            u32 rest = a % b;
            a = b;
            b = rest;
        }
        sum += a;
    }
    return sum;
}

/* Bits counted, reversed and found. */
static u32 bits(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        u32 word = random(), ones = 0, reversed = 0;
        for (u32 rest = word; rest; rest &= rest - 1)
            ones++;
        for (i32 bit = 0; bit < 32; bit++)
            reversed |= (word >> bit & 1) << (31 - bit);
        sum = ROTATED(sum, 5) ^ (reversed + ones);
    }
    return sum;
}

/* Multiplication and division of 64 bits. */
static u32 wide(u32 rounds)
{
    u64 state = 88172645463325252ull, sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sum += state * 0x9e3779b97f4a7c15ull;
        if ((round & 7) == 0)
            sum ^= state / (sum >> 40 | 1);
    }
    return sum ^ sum >> 32;
}

/* Powers modulo a prime, with Montgomery's reduction. */
static u32 powers(u32 rounds)
{
    const u32 prime = 0xfffffffb, inverse = 0x33333333;
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        u32 base = random() % prime, power = 5;
        for (u32 exponent = prime - 2 - round; exponent; exponent >>= 1) {
            for (i32 square = !(exponent & 1); square < 2; square++) {
                u64 product = (u64)base * (square ? base : power);
                u32 factor = (u32)product * inverse;
                u64 reduced = (product >> 32) + prime - ((u64)factor * prime >> 32);
                u32 rest = reduced >= prime ? reduced - prime : reduced;
                *(square ? &base : &power) = rest;
            }
        }
        sum += power;
    }
    return sum;
}

/* Digits of e, as remainders of long divisions. */
static u32 digits(u32 rounds)
{
    static u32 rests[1200];
    u32 sum = 0;
    for (u32 i = 0; i < LENGTH(rests); i++)
        rests[i] = 1;
    for (u32 round = 0; round < rounds; round++) {
        u32 carry = 0;
        for (u32 i = LENGTH(rests); i-- > 0;) {
            carry += rests[i] * 10;
            rests[i] = carry % (i + 2);
            carry /= i + 2;
        }
        sum = sum * 10 + carry;
    }
    return sum;
}

/* Products of long numbers. */
static u32 long_numbers(u32 rounds)
{
    static u32 a[64], b[64], product[128];
    for (u32 i = 0; i < LENGTH(a); i++)
        a[i] = random(), b[i] = random();
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < LENGTH(product); i++)
            product[i] = 0;
        for (u32 i = 0; i < LENGTH(a); i++) {
            u64 carry = 0;
            for (u32 j = 0; j < LENGTH(b); j++) {
                carry += (u64)a[i] * b[j] + product[i + j];
                product[i + j] = carry;
                carry >>= 32;
            }
            product[i + LENGTH(b)] = carry;
        }
        for (u32 i = 0; i < LENGTH(a); i++)
            a[i] = product[i + 32];
    }
    return product[0] ^ product[127];
}

/* Loops over four megabytes. */
static u8 is_prime[4000000];

static u32 sieve(u32 rounds)
{
    u32 count = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 2; i < sizeof is_prime; i++)
            is_prime[i] = 1;
        for (u32 i = 2; i < sizeof is_prime; i++)
            if (is_prime[i]) {
                count++;
                for (u32 j = 2 * i; j < sizeof is_prime; j += i)
                    is_prime[j] = 0;
            }
    }
    return count;
}

/* Random accesses to a table. */
static u32 table(u32 rounds)
{
    static u32 cells[256];
    u32 sum = 0;
    for (u32 i = 0; i < LENGTH(cells); i++)
        cells[i] = random();
    for (u32 i = 0; i < rounds; i++) {
        u32 x = random();
        sum += cells[x & 255];
        cells[x >> 8 & 255] = sum;
    }
    return sum;
}

/* Shortest ways between all nodes. */
static u32 ways(u32 rounds)
{
    static u32 length[80][80];
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < 80; i++)
            for (u32 j = 0; j < 80; j++)
                length[i][j] = random() >> 12;
        for (u32 k = 0; k < 80; k++)
            for (u32 i = 0; i < 80; i++)
                for (u32 j = 0; j < 80; j++)
                    if (length[i][k] + length[k][j] < length[i][j])
                        length[i][j] = length[i][k] + length[k][j];
        sum += length[round % 80][7];
    }
    return sum;
}

/* Random numbers of a Mersenne Twister. */
static u32 twister(u32 rounds)
{
    static u32 state[624];
    u32 sum = 0;
    for (u32 i = 0; i < LENGTH(state); i++)
        state[i] = i ? 1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + i : 5489;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < LENGTH(state); i++) {
            u32 next = i + 1 < LENGTH(state) ? i + 1 : 0;
            u32 far = i + 397 < LENGTH(state) ? i + 397 : i + 397 - LENGTH(state);
            u32 mixed = state[i] & 0x80000000 | state[next] & 0x7fffffff;
            state[i] = state[far] ^ mixed >> 1 ^ (mixed & 1 ? 0x9908b0df : 0);
            u32 word = state[i];
            word ^= word >> 11;
            word ^= word << 7 & 0x9d2c5680;
            word ^= word << 15 & 0xefc60000;
            sum += word ^ word >> 18;
        }
    }
    return sum;
}
