/* Matrices: products, transposition, determinants without fractions, powers for Fibonacci. */

#include "linux.h"

enum { SIZE = 8 };
typedef int matrix[SIZE][SIZE];

static void multiply(matrix to, matrix a, matrix b)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int sum = 0;
            for (int at = 0; at < SIZE; at++)
                sum += a[row][at] * b[at][column];
            to[row][column] = sum;
        }
}

static void transpose(matrix m)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < row; column++) {
            int held = m[row][column];
            m[row][column] = m[column][row];
            m[column][row] = held;
        }
}

/* Bareiss: every division is exact. */
static long long determinant(matrix m, int size)
{
    static long long work[SIZE][SIZE];
    long long before = 1, sign = 1;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            work[row][column] = m[row][column];
    for (int step = 0; step + 1 < size; step++) {
        int pivot = step;
        while (pivot < size && !work[pivot][step])
            pivot++;
        if (pivot == size)
            return 0;
        for (int column = 0; pivot != step && column < size; column++) {
            long long held = work[step][column];
            work[step][column] = work[pivot][column];
            work[pivot][column] = held;
        }
        sign = pivot == step ? sign : -sign;
        for (int row = step + 1; row < size; row++)
            for (int column = step + 1; column < size; column++)
                work[row][column] = (work[row][column] * work[step][step]
                                     - work[row][step] * work[step][column]) / before;
        before = work[step][step];
    }
    return sign * work[size - 1][size - 1];
}

static matrix a, b, c;

START
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            a[row][column] = (row * 7 + column * 5 + row * column) % 11 - 5;
            b[row][column] = (row ^ column) - 2;
        }
    multiply(c, a, b);
    for (int round = 0; round < 3; round++) {
        transpose(c);
        multiply(b, c, a);
        for (int at = 0; at < SIZE * SIZE; at++)
            put_word(b[at / SIZE][at % SIZE]);
        multiply(c, b, a);
    }
    for (int size = 1; size <= SIZE; size++) {
        long long value = determinant(a, size);
        put_word((unsigned)(value >> 32));
        put_word((unsigned)value);
    }
    unsigned f[2] = {0, 1};
    for (int n = 0; n < 47; n++) {
        unsigned next = f[0] + f[1];
        f[0] = f[1];
        f[1] = next;
    }
    put_number(f[0]);
    put("\n");
    leave(c[1][2] & 255);
}
