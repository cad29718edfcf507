/* Floating point, in single and double precision. */

/* Planets, which attract each other. */
static u32 planets(u32 rounds)
{
    static double at[5][3], speed[5][3], mass[5];
    for (i32 i = 0; i < 5; i++) {
        mass[i] = i ? 0.001 * i : 39.5;
        for (i32 k = 0; k < 3; k++) {
            at[i][k] = i * (k + 1) * 0.7;
            speed[i][k] = i * (2 - k) * 0.3;
        }
    }
    for (u32 round = 0; round < rounds; round++) {
        for (i32 i = 0; i < 5; i++)
            for (i32 j = i + 1; j < 5; j++) {
                double away[3], square = 0.01;
                for (i32 k = 0; k < 3; k++) {
                    away[k] = at[i][k] - at[j][k];
                    square += away[k] * away[k];
                }
                double force = 0.001 / (square * __builtin_sqrt(square));
                for (i32 k = 0; k < 3; k++) {
                    speed[i][k] -= away[k] * mass[j] * force;
                    speed[j][k] += away[k] * mass[i] * force;
                }
            }
        for (i32 i = 0; i < 5; i++)
            for (i32 k = 0; k < 3; k++)
                at[i][k] += 0.001 * speed[i][k];
    }
    return (i32)(at[1][0] * 100000);
}

/* The Mandelbrot set. */
#define MANDELBROT(name, type)                                                                    \
    static u32 name(u32 rounds)                                                                   \
    {                                                                                             \
        u32 sum = 0;                                                                              \
        for (u32 y = 0; y < rounds; y++)                                                          \
            for (u32 x = 0; x < 200; x++) {                                                       \
                type cr = x * (type)0.0125 - 2, ci = y % 200 * (type)0.01 - 1, r = 0, i = 0;        \
                u32 n = 0;                                                                        \
                while (n < 100 && r * r + i * i < 4) {                                            \
                    type next = r * r - i * i + cr;                                               \
                    i = 2 * r * i + ci;                                                           \
                    r = next;                                                                     \
                    n++;                                                                          \
                }                                                                                 \
                sum = sum * 3 + n;                                                                \
            }                                                                                     \
        return sum;                                                                               \
    }

MANDELBROT(mandelbrot, double)
MANDELBROT(mandelbrot_single, float)

/* Fourier transforms in single precision. */
static u32 fourier(u32 rounds)
{
    static float re[1024], im[1024];
    for (u32 i = 0; i < 1024; i++)
        re[i] = (i32)(random() & 255) - 128, im[i] = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 1, j = 0; i < 1024; i++) {
            u32 bit = 512;
            for (; j & bit; bit >>= 1)
                j ^= bit;
            j ^= bit;
            if (i < j) {
                float kept = re[i];
                re[i] = re[j], re[j] = kept;
            }
        }
        float step_re = -1, step_im = 0;
        for (u32 half = 1; half < 1024; half *= 2) {
            float turn_re = 1, turn_im = 0;
            for (u32 k = 0; k < half; k++) {
                for (u32 i = k; i < 1024; i += 2 * half) {
                    float r = turn_re * re[i + half] - turn_im * im[i + half];
                    float m = turn_re * im[i + half] + turn_im * re[i + half];
                    re[i + half] = (re[i] - r) * 0.70710678f, im[i + half] = (im[i] - m) * 0.70710678f;
                    re[i] = (re[i] + r) * 0.70710678f, im[i] = (im[i] + m) * 0.70710678f;
                }
                float next = turn_re * step_re - turn_im * step_im;
                turn_im = turn_re * step_im + turn_im * step_re;
                turn_re = next;
            }
            float half_re = __builtin_sqrtf((1 + step_re) / 2);
            step_im = __builtin_sqrtf((1 - step_re) / 2);
            step_re = half_re;
        }
    }
    return (i32)(re[1] * 100) + (i32)(im[3] * 100);
}

/* Linear equations, by elimination with pivots. */
static u32 equations(u32 rounds)
{
    static double a[60][61];
    double sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (i32 i = 0; i < 60; i++)
            for (i32 j = 0; j < 61; j++)
                a[i][j] = (i32)(random() & 1023) - 511;
        for (i32 k = 0; k < 60; k++) {
            i32 best = k;
            for (i32 i = k + 1; i < 60; i++)
                if (__builtin_fabs(a[i][k]) > __builtin_fabs(a[best][k]))
                    best = i;
            for (i32 j = k; j < 61; j++) {
                double kept = a[k][j];
                a[k][j] = a[best][j], a[best][j] = kept;
            }
            for (i32 i = k + 1; i < 60; i++) {
                double factor = a[i][k] / a[k][k];
                for (i32 j = k; j < 61; j++)
                    a[i][j] -= factor * a[k][j];
            }
        }
        sum += a[59][60] / a[59][59] > 0 ? 1 : 0.25;
    }
    return (u32)(sum * 4);
}

/* A filter of a signal in single precision. */
static u32 filter(u32 rounds)
{
    float a = 0, b = 0, c = 0, d = 0, sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        float in = (i32)(random() & 0xffff) - 0x8000;
        float out = 0.2f * in + 0.4f * a + 0.2f * b + 0.37f * c - 0.19f * d;
        b = a, a = in, d = c, c = out;
        sum += out < 0 ? -out : out;
    }
    return (u32)(sum / rounds);
}

/* Sine and exponential function, from their series. */
static u32 series(u32 rounds)
{
    double sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        double x = (round & 1023) * 0.003, term = x, sine = x, power = 1, exponential = 1;
        for (i32 n = 1; n < 9; n++) {
            term *= -x * x / (2 * n * (2 * n + 1));
            sine += term;
            power *= x / n;
            exponential += power;
        }
        sum += sine * exponential;
    }
    return (u32)sum;
}
