/* Programs as people compile them, without a library: all files of this folder are one source, of
   which `-DKERNEL=name` selects a program and `-DROUNDS=n` its length. Each prints a number that
   depends on all of its work. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define ROTATED(word, by) ((word) << (by) | (word) >> (32 - (by)))

static u32 KERNEL(u32 rounds);

static u32 seed = 1;

static u32 random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* A text or other bytes, which many programs work on. */
static u8 text[65536];

/* Words of two to seven letters of five. */
static void fill_text(void)
{
    for (u32 i = 0, word = 0; i < sizeof text; i++)
        text[i] = word-- ? 'a' + random() % 5 : (word = 1 + random() % 6, ' ');
}

/* The compiler calls these two. */
void *memcpy(void *to, const void *from, u32 bytes)
{
    u8 *t = to;
    const u8 *f = from;
    while (bytes--)
        *t++ = *f++;
    return to;
}

void *memset(void *to, i32 value, u32 bytes)
{
    for (u8 *t = to; bytes--; t++)
        *t = value;
    return to;
}

static void print(u32 number)
{
    static char digits[9];
    for (i32 i = 0; i < 8; i++)
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

void _start(void) { print(KERNEL(ROUNDS)); }
