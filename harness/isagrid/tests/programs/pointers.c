/* Functions through tables: a stack machine whose operations are pointers, and a fold over them. */

#include "linux.h"

typedef struct machine machine;
typedef void operation(machine *);

struct machine {
    int stack[32];
    int top;
    const signed char *at;
    unsigned steps;
};

static void push(machine *m) { m->stack[m->top++] = *m->at++; }
static void add(machine *m) { m->top--; m->stack[m->top - 1] += m->stack[m->top]; }
static void subtract(machine *m) { m->top--; m->stack[m->top - 1] -= m->stack[m->top]; }
static void multiply(machine *m) { m->top--; m->stack[m->top - 1] *= m->stack[m->top]; }
static void copy(machine *m) { m->stack[m->top] = m->stack[m->top - 1]; m->top++; }
static void swap(machine *m)
{
    int held = m->stack[m->top - 1];
    m->stack[m->top - 1] = m->stack[m->top - 2];
    m->stack[m->top - 2] = held;
}
static void loop(machine *m)
{
    signed char back = *m->at++;
    if (m->stack[m->top - 1])
        m->at += back;
    else
        m->top--;
}
static void show(machine *m) { put_number(m->stack[m->top - 1]); put("\n"); }

static operation *const operations[] = {push, add, subtract, multiply, copy, swap, loop, show};

/* product counter: product *= counter until the counter is 0 */
static const signed char program[] = {
    0, 1, 0, 10, 4, 5, 0, 0, 1, 5, 2 + 1, 7, 0, 12, 4, 7, 0, 1, 2, 6, -5, 7, 0, 100, 3, 7, 4, 3, 7, -1,
};

static int twice(int (*f)(int), int value) { return f(f(value)); }
static int increase(int value) { return value + 7; }
static int mirror(int value) { return ~value; }
static int (*const chosen[])(int) = {increase, mirror};

START
{
    machine m = {.at = program};
    while (*m.at >= 0) {
        int code = *m.at++;
        operations[code](&m);
        m.steps++;
    }
    put_word(m.steps);
    put_word(m.top);
    int value = 1;
    for (unsigned choice = 0x2d5; choice; choice >>= 1)
        value = twice(chosen[choice & 1], value * 3);
    put_number(value);
    put("\n");
    leave(m.steps);
}
