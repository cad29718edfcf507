/* Checks the cases of TestFloat that it reads: operands, result and flags of one function, in hexadecimal digits.
 *
 * Compiled with -DNAME=... and -DROUNDING=...: the function, and the number of its rounding mode in fcsr.
 * Prints the first wrong cases; ends with 1 if there is one. The number of the cases is printed, too. */

typedef unsigned int u32;
typedef unsigned long long u64;

static long call(long number, long a, const void *b, long c)
{
    register long a7 __asm__("a7") = number, a0 __asm__("a0") = a, a2 __asm__("a2") = c;
    register const void *a1 __asm__("a1") = b;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
    return a0;
}

static float to_f32(u64 bits) { union { u32 bits; float value; } it = { .bits = bits }; return it.value; }
static double to_f64(u64 bits) { union { u64 bits; double value; } it = { .bits = bits }; return it.value; }
static u64 of_f32(float value) { union { float value; u32 bits; } it = { .value = value }; return it.bits; }
static u64 of_f64(double value) { union { double value; u64 bits; } it = { .value = value }; return it.bits; }

/* An instruction with operands of the kinds f32, f64 and integer; the result has the kind of the constraint. */
#define RUN(text, kind, out, operands...) kind result; __asm__ volatile(text : "=" out(result) : operands)
#define A32 "f"(to_f32(in[0]))
#define A64 "f"(to_f64(in[0]))
#define B32 "f"(to_f32(in[1]))
#define B64 "f"(to_f64(in[1]))
#define C32 "f"(to_f32(in[2]))
#define C64 "f"(to_f64(in[2]))
#define AI "r"((u32)in[0])

#define f32_add(in) RUN("fadd.s %0, %1, %2", float, "f", A32, B32); return of_f32(result)
#define f32_sub(in) RUN("fsub.s %0, %1, %2", float, "f", A32, B32); return of_f32(result)
#define f32_mul(in) RUN("fmul.s %0, %1, %2", float, "f", A32, B32); return of_f32(result)
#define f32_div(in) RUN("fdiv.s %0, %1, %2", float, "f", A32, B32); return of_f32(result)
#define f32_sqrt(in) RUN("fsqrt.s %0, %1", float, "f", A32); return of_f32(result)
#define f32_mulAdd(in) RUN("fmadd.s %0, %1, %2, %3", float, "f", A32, B32, C32); return of_f32(result)
#define f32_eq(in) RUN("feq.s %0, %1, %2", u32, "r", A32, B32); return result
#define f32_le(in) RUN("fle.s %0, %1, %2", u32, "r", A32, B32); return result
#define f32_lt(in) RUN("flt.s %0, %1, %2", u32, "r", A32, B32); return result
#define f32_to_i32(in) RUN("fcvt.w.s %0, %1", u32, "r", A32); return result
#define f32_to_ui32(in) RUN("fcvt.wu.s %0, %1", u32, "r", A32); return result
#define f32_to_f64(in) RUN("fcvt.d.s %0, %1", double, "f", A32); return of_f64(result)
#define i32_to_f32(in) RUN("fcvt.s.w %0, %1", float, "f", AI); return of_f32(result)
#define ui32_to_f32(in) RUN("fcvt.s.wu %0, %1", float, "f", AI); return of_f32(result)
#define f64_add(in) RUN("fadd.d %0, %1, %2", double, "f", A64, B64); return of_f64(result)
#define f64_sub(in) RUN("fsub.d %0, %1, %2", double, "f", A64, B64); return of_f64(result)
#define f64_mul(in) RUN("fmul.d %0, %1, %2", double, "f", A64, B64); return of_f64(result)
#define f64_div(in) RUN("fdiv.d %0, %1, %2", double, "f", A64, B64); return of_f64(result)
#define f64_sqrt(in) RUN("fsqrt.d %0, %1", double, "f", A64); return of_f64(result)
#define f64_mulAdd(in) RUN("fmadd.d %0, %1, %2, %3", double, "f", A64, B64, C64); return of_f64(result)
#define f64_eq(in) RUN("feq.d %0, %1, %2", u32, "r", A64, B64); return result
#define f64_le(in) RUN("fle.d %0, %1, %2", u32, "r", A64, B64); return result
#define f64_lt(in) RUN("flt.d %0, %1, %2", u32, "r", A64, B64); return result
#define f64_to_i32(in) RUN("fcvt.w.d %0, %1", u32, "r", A64); return result
#define f64_to_ui32(in) RUN("fcvt.wu.d %0, %1", u32, "r", A64); return result
#define f64_to_f32(in) RUN("fcvt.s.d %0, %1", float, "f", A64); return of_f32(result)
#define i32_to_f64(in) RUN("fcvt.d.w %0, %1", double, "f", AI); return of_f64(result)
#define ui32_to_f64(in) RUN("fcvt.d.wu %0, %1", double, "f", AI); return of_f64(result)

static u64 operation(const u64 *in) { NAME(in); }

static unsigned char input[65536];
static u32 at, end;

static int next(void)
{
    if (at == end) {
        end = call(63, 0, input, sizeof input);
        at = 0;
    }
    return (int)end <= 0 ? -1 : input[at++];
}

static void print(u64 value)
{
    char text[17];
    for (int place = 15; place >= 0; place -= 1, value >>= 4) text[place] = "0123456789abcdef"[value & 15];
    text[16] = ' ';
    call(64, 1, text, 17);
}

void _start(void)
{
    u64 words[5] = {0};
    u32 word = 0, cases = 0, wrong = 0;
    for (int byte = next(); byte >= 0; byte = next()) {
        if (byte == ' ') words[word += 1] = 0;
        if (byte > ' ') words[word] = words[word] << 4 | (byte <= '9' ? byte - '0' : (byte & 7) + 9);
        if (byte != '\n') continue;
        u32 flags;
        __asm__ volatile("csrw fcsr, %0" : : "r"(ROUNDING << 5));
        u64 result = operation(words);
        __asm__ volatile("csrr %0, fflags" : "=r"(flags));
        cases += 1;
        if ((result != words[word - 1] || flags != words[word]) && (wrong += 1) <= 5) {
            for (u32 i = 0; i <= word; i += 1) print(words[i]);
            print(result);
            print(flags);
            call(64, 1, "\n", 1);
        }
        words[word = 0] = 0;
    }
    print(cases);
    call(64, 1, "\n", 1);
    call(93, wrong > 0, 0, 0);
    for (;;) {}
}
