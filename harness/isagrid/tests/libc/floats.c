// Functions of math.h, and loops over doubles and floats.
#include <math.h>
#include <stdio.h>

static double horner(const double *c, int n, double x) {
    double y = 0;
    for (int i = 0; i < n; i++) y = y * x + c[i];
    return y;
}

int main(void) {
    static const double c[] = {1.5, -2.25, 0.125, 3};
    volatile double zero = 0;
    double sum = 0;
    float single = 0;
    for (int i = 1; i <= 1000; i++) sum += 1.0 / i, single += 1.0f / (float)i;
    printf("%.15g %.8g %.17g\n", sum, single, horner(c, 4, 1.1));
    for (double x = -2; x <= 2.01; x += 0.5)
        printf("%.12g %.12g %.12g %.12g %.12g\n", sin(x), exp(x), atan(x), tanh(x), cbrt(x));
    printf("%.15g %.15g %.15g %.15g\n", pow(2.5, 3.7), log(10), log10(1234), hypot(3, 4));
    printf("%g %g %g %g %g\n", floor(-2.5), ceil(-2.5), trunc(-2.5), round(-2.5), rint(-2.5));
    printf("%g %ld %g %g\n", fmod(10.5, 3), lround(7.5), ldexp(0.75, 10), fabs(-3.5));
    printf("%f %f %f\n", 1 / zero, -1 / zero, sqrt(2));
    printf("%d %d %d\n", isnan(zero / zero) != 0, zero / zero == zero, isinf(1 / zero) != 0);
    printf("%d %u %lld %d\n", (int)-3.99, (unsigned)4e9, (long long)-1e15, (int)3.5f);
    printf("%g %g %.10g\n", (double)4000000000u, (double)-5LL, (double)0x123456789abcLL);
    printf("%.20Lg %.3f %.0f %.10e\n", (long double)0.1L, 2.0005, 0.5, 5e-324);
    int exponent;
    double fraction = frexp(100, &exponent), whole, part = modf(-3.75, &whole);
    printf("%g %d %g %g\n", fraction, exponent, whole, part);
    return 0;
}
