/* Programs as people compile them, without a library: `-DKERNEL=name` selects one. Each prints a
   number that depends on all of its work. */

typedef unsigned int u32;
typedef unsigned char u8;

static u32 seed = 1;

static u32 random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* A deep tree of calls. */
static u32 __attribute__((noinline)) fibonacci(u32 n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static u32 calls(void) { return fibonacci(35); }

/* Loops over four megabytes. */
static u8 is_prime[4000000];

static u32 sieve(void)
{
    u32 count = 0;
    for (u32 round = 0; round < 4; round++) {
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

/* Products of matrices, in double precision, in single precision and of integers. */
#define PRODUCT(name, type, scale)                                                                \
    static type name##_a[90][90], name##_b[90][90], name##_c[90][90];                              \
    static u32 name(void)                                                                         \
    {                                                                                             \
        for (int i = 0; i < 90; i++)                                                              \
            for (int j = 0; j < 90; j++) {                                                        \
                name##_a[i][j] = (type)(i + j) * (type)(scale);                                   \
                name##_b[i][j] = (type)(i - j) * (type)(scale);                                   \
            }                                                                                     \
        for (int round = 0; round < 60; round++)                                                  \
            for (int i = 0; i < 90; i++)                                                          \
                for (int j = 0; j < 90; j++) {                                                    \
                    type sum = 0;                                                                 \
                    for (int k = 0; k < 90; k++)                                                  \
                        sum += name##_a[i][k] * name##_b[k][j];                                   \
                    name##_c[i][j] = sum + name##_c[i][j] / 2;                                    \
                }                                                                                 \
        return (u32)(int)name##_c[89][88];                                                        \
    }

PRODUCT(doubles, double, 0.3)
PRODUCT(floats, float, 0.3)
PRODUCT(integers, int, 3)

/* An interpreter: a jump through a table for each of its instructions. */
static const u8 program[] = {0, 1, 2, 3, 0, 2, 1, 4, 0, 3, 2, 1, 5, 0, 1, 6};

static u32 interpreter(void)
{
    u32 sum = 1, x = 3;
    for (u32 n = 0; n < 3000000; n++)
        for (u32 i = 0; i < sizeof program; i++)
            switch (program[i]) {
            case 0: sum += x; break;
            case 1: sum ^= x << 3; break;
            case 2: x = x * 5 + 1; break;
            case 3: sum = sum >> 1 | sum << 31; break;
            case 4: x ^= sum; break;
            case 5: sum -= 7; break;
            default: x += sum >> 5;
            }
    return sum;
}

/* Random accesses to a table. */
static u32 cells[256];

static u32 table(void)
{
    u32 sum = 0;
    for (u32 i = 0; i < 256; i++)
        cells[i] = random();
    for (u32 i = 0; i < 30000000; i++) {
        u32 x = random();
        sum += cells[x & 255];
        cells[x >> 8 & 255] = sum;
    }
    return sum;
}

/* Sorting with a comparison through a pointer. */
static u32 numbers[20000];

static int __attribute__((noinline)) by_value(const u32 *a, const u32 *b)
{
    return *a < *b ? -1 : *a > *b;
}

static void sort(u32 *from, u32 *to, int (*compare)(const u32 *, const u32 *))
{
    while (to - from > 1) {
        u32 pivot = from[(to - from) / 2], *left = from, *right = to - 1;
        while (left <= right) {
            while (compare(left, &pivot) < 0)
                left++;
            while (compare(right, &pivot) > 0)
                right--;
            if (left <= right) {
                u32 kept = *left;
                *left++ = *right;
                *right-- = kept;
            }
        }
        sort(from, right + 1, compare);
        from = left;
    }
}

static u32 sorting(void)
{
    int (*volatile compare)(const u32 *, const u32 *) = by_value;
    u32 sum = 0;
    for (int round = 0; round < 40; round++) {
        for (u32 i = 0; i < 20000; i++)
            numbers[i] = random();
        sort(numbers, numbers + 20000, compare);
        sum += numbers[round * 400];
    }
    return sum;
}

/* A hash of rotations and additions over bytes. */
static u8 text[65536];

static u32 hashing(void)
{
    u32 a = 1, b = 2, c = 3, d = 4;
    for (u32 i = 0; i < sizeof text; i++)
        text[i] = random();
    for (int round = 0; round < 1500; round++)
        for (u32 i = 0; i < sizeof text; i += 4) {
            u32 word = text[i] | text[i + 1] << 8 | text[i + 2] << 16 | (u32)text[i + 3] << 24;
            a += (b & c | ~b & d) + word;
            a = (a << 7 | a >> 25) + b;
            d += (a & b | ~a & c) + (word ^ 0x5a827999);
            d = (d << 12 | d >> 20) + a;
            c ^= d + (b << 3);
            b = (b << 17 | b >> 15) + c;
        }
    return a ^ b ^ c ^ d;
}

/* A search in text, byte by byte. */
static u32 strings(void)
{
    u32 found = 0;
    for (u32 i = 0; i < sizeof text; i++)
        text[i] = 'a' + (random() & 3);
    for (int round = 0; round < 600; round++)
        for (u32 i = 0; i + 6 < sizeof text; i++) {
            u32 j = 0;
            while (j < 6 && text[i + j] == "abcabd"[j])
                j++;
            found += j == 6;
        }
    return found;
}

static void print(u32 number)
{
    static char digits[9];
    for (int i = 0; i < 8; i++)
        digits[i] = "0123456789abcdef"[number >> (28 - 4 * i) & 15];
    digits[8] = '\n';
#ifdef __mips__
    register const char *from asm("a1") = digits;
    register u32 file asm("a0") = 1, count asm("a2") = 9, call asm("v0") = 4004;
    asm volatile("syscall" : "+r"(call) : "r"(file), "r"(from), "r"(count) : "a3", "memory");
    register u32 status asm("a0") = 0, leave asm("v0") = 4001;
    asm volatile("syscall" : : "r"(status), "r"(leave));
#else
    register const char *from asm("a1") = digits;
    register u32 file asm("a0") = 1, count asm("a2") = 9, call asm("a7") = 64;
    asm volatile("ecall" : "+r"(file) : "r"(from), "r"(count), "r"(call) : "memory");
    register u32 status asm("a0") = 0, leave asm("a7") = 93;
    asm volatile("ecall" : : "r"(status), "r"(leave));
#endif
    __builtin_unreachable();
}

void _start(void) { print(KERNEL()); }
