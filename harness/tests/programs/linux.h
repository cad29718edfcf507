/* What a program needs that has no library: system calls of Linux on MIPS (o32), and a beginning. */

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

static void put(const char *text)
{
    long length = 0;
    while (text[length])
        length++;
    call(4004, 1, (long)text, length); /* write */
}

/* A word as eight hexadecimal digits and a line end. */
static void put_word(unsigned word)
{
    char text[10] = "        \n";
    for (int at = 7; at >= 0; at--, word >>= 4)
        text[at] = "0123456789abcdef"[word & 15];
    put(text);
}

/* Where the program begins: no stack frame above it, and the stack at a multiple of 8. */
#define START                                                                                      \
    __asm__(".globl __start\n__start:\n\tmove $fp, $zero\n\tjal start_in_c\n\tnop\n");              \
    void start_in_c(void)
