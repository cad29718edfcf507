/* What a program needs that has no library: system calls of Linux on MIPS (o32) or RISC-V, a
   beginning, and the functions that a compiler calls of itself. */

#if defined(__mips__)

enum { EXIT = 4001, READ = 4003, WRITE = 4004 };

static long call(long number, long a, long b, long c)
{
    register long v0 __asm__("$2") = number;
    register long a0 __asm__("$4") = a;
    register long a1 __asm__("$5") = b;
    register long a2 __asm__("$6") = c;
    register long a3 __asm__("$7");
    __asm__ volatile("syscall"
                     : "+r"(v0), "=r"(a3)
                     : "r"(a0), "r"(a1), "r"(a2)
                     : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24",
                       "$25", "hi", "lo", "memory");
    return a3 ? -v0 : v0;
}

/* Where the program begins: no stack frame above it, and the stack at a multiple of 8. */
#define START                                                                                      \
    __asm__(".globl __start\n__start:\n\tmove $fp, $zero\n\tjal start_in_c\n\tnop\n");              \
    void start_in_c(void)

#elif defined(__riscv)

enum { EXIT = 93, READ = 63, WRITE = 64 };

static long call(long number, long a, long b, long c)
{
    register long a7 __asm__("a7") = number;
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
    return a0;
}

/* Where the program begins: the global pointer set, and the stack at a multiple of 16. */
#define START                                                                                      \
    __asm__(".globl _start\n_start:\n\t.option push\n\t.option norelax\n"                           \
            "\tla gp, __global_pointer$\n\t.option pop\n\tli s0, 0\n\tcall start_in_c\n");          \
    void start_in_c(void)

#endif

__attribute__((unused)) static void leave(int status)
{
    call(EXIT, status, 0, 0);
}

/* Up to `size` bytes of the input; how many there were, 0 at the end. */
__attribute__((unused)) static long take(char *bytes, long size)
{
    return call(READ, 0, (long)bytes, size);
}

__attribute__((unused)) static void put_bytes(const char *bytes, long length)
{
    call(WRITE, 1, (long)bytes, length);
}

__attribute__((unused)) static void put(const char *text)
{
    long length = 0;
    while (text[length])
        length++;
    put_bytes(text, length);
}

/* A word as eight hexadecimal digits and a line end. */
__attribute__((unused)) static void put_word(unsigned word)
{
    char text[9] = "        \n";
    for (int at = 7; at >= 0; at--, word >>= 4)
        text[at] = "0123456789abcdef"[word & 15];
    put_bytes(text, sizeof text);
}

/* A number in decimal digits. */
__attribute__((unused)) static void put_number(int number)
{
    char text[12];
    int at = sizeof text;
    unsigned rest = number < 0 ? 0u - number : (unsigned)number;
    do
        text[--at] = '0' + rest % 10;
    while (rest /= 10);
    if (number < 0)
        text[--at] = '-';
    put_bytes(text + at, sizeof text - at);
}

/* What a compiler may call for a structure or an array. */

__attribute__((weak)) void *memcpy(void *to, const void *from, unsigned long size)
{
    volatile char *t = to;
    const char *f = from;
    while (size--)
        *t++ = *f++;
    return to;
}

__attribute__((weak)) void *memset(void *to, int byte, unsigned long size)
{
    volatile char *t = to;
    while (size--)
        *t++ = byte;
    return to;
}
