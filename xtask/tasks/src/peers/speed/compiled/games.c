/* Calls, games and interpreters. */

/* A deep tree of calls. */
static u32 __attribute__((noinline)) fibonacci(u32 n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static u32 calls(u32 rounds) { return fibonacci(rounds); }

static i32 __attribute__((noinline)) tak_of(i32 x, i32 y, i32 z)
{
    return y >= x ? z : tak_of(tak_of(x - 1, y, z), tak_of(y - 1, z, x), tak_of(z - 1, x, y));
}

static u32 tak(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++)
        sum += tak_of(18, 12, 6 - (round & 1));
    return sum;
}

/* Queens that do not attack each other. */
static u32 placed(u32 all, u32 columns, u32 left, u32 right)
{
    u32 count = columns == all;
    for (u32 free = all & ~(columns | left | right); free; free &= free - 1) {
        u32 one = free & -free;
        count += placed(all, columns | one, (left | one) << 1, (right | one) >> 1);
    }
    return count;
}

static u32 queens(u32 rounds)
{
    return placed((1 << rounds) - 1, 0, 0, 0);
}

/* Four in a row on a board of five by four, played to the end. */
static u32 won(u32 mine)
{
    static const u8 ways[4] = {1, 5, 6, 7};
    for (i32 i = 0; i < 4; i++) {
        u32 pairs = mine & mine >> ways[i];
        if (pairs & pairs >> 2 * ways[i])
            return 1;
    }
    return 0;
}

static u32 positions;

static i32 best(u32 mine, u32 theirs, i32 depth, i32 low, i32 high)
{
    positions++;
    if (won(theirs))
        return -1 - depth;
    if (depth == 0)
        return 0;
    for (i32 column = 0; column < 4 && low < high; column++)
        for (u32 place = 1u << 6 * column, up = 0; up < 5; up++, place <<= 1)
            if (!((mine | theirs) & place)) {
                i32 value = -best(theirs, mine | place, depth - 1, -high, -low);
                low = value > low ? value : low;
                break;
            }
    return low;
}

static u32 four(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++)
        sum = sum * 3 + best(1u << (round & 3) * 6, 0, 11, -100, 100);
    return sum + positions;
}

/* The game of life. */
static u32 life(u32 rounds)
{
    static u8 cells[2][66][66];
    u32 sum = 0;
    for (u32 y = 1; y < 65; y++)
        for (u32 x = 1; x < 65; x++)
            cells[0][y][x] = random() & 1;
    for (u32 round = 0; round < rounds; round++) {
        u8(*from)[66] = cells[round & 1], (*to)[66] = cells[~round & 1];
        for (u32 y = 1; y < 65; y++)
            for (u32 x = 1; x < 65; x++) {
                u32 near = from[y - 1][x - 1] + from[y - 1][x] + from[y - 1][x + 1] +
                           from[y][x - 1] + from[y][x + 1] + from[y + 1][x - 1] +
                           from[y + 1][x] + from[y + 1][x + 1];
                to[y][x] = near == 3 || near == 2 && from[y][x];
                sum += to[y][x];
            }
    }
    return sum;
}

/* Permutations, each reported through a pointer. */
static u8 items[10];
static u32 permuted_sum;

static void __attribute__((noinline)) note(const u8 *all, u32 count)
{
    permuted_sum = permuted_sum * 5 + all[0] + all[count - 1];
}

static void permuted(u32 count, u32 all, void (*report)(const u8 *, u32))
{
    if (count == 1) {
        report(items, all);
        return;
    }
    for (u32 i = 0; i < count; i++) {
        permuted(count - 1, all, report);
        u32 other = count & 1 ? 0 : i;
        u8 kept = items[other];
        items[other] = items[count - 1], items[count - 1] = kept;
    }
}

static u32 permutations(u32 rounds)
{
    void (*volatile report)(const u8 *, u32) = note;
    for (u32 i = 0; i < 10; i++)
        items[i] = i;
    for (u32 round = 0; round < rounds; round++)
        permuted(8, 8, report);
    return permuted_sum;
}

/* An interpreter: a jump through a table for each of its instructions. */
static u32 interpreter(u32 rounds)
{
    static const u8 program[] = {0, 1, 2, 3, 0, 2, 1, 4, 0, 3, 2, 1, 5, 0, 1, 6};
    u32 sum = 1, x = 3;
    for (u32 n = 0; n < rounds; n++)
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

/* A machine with a stack, whose instructions are functions. */
static struct {
    const u8 *at;
    u32 stack[16], *top;
    u32 cells[8];
} vm;

static void do_push(void) { *++vm.top = *vm.at++; }
static void do_load(void) { *++vm.top = vm.cells[*vm.at++]; }
static void do_save(void) { vm.cells[*vm.at++] = *vm.top--; }
static void do_add(void) { vm.top--, vm.top[0] += vm.top[1]; }
static void do_sub(void) { vm.top--, vm.top[0] -= vm.top[1]; }
static void do_mul(void) { vm.top--, vm.top[0] *= vm.top[1]; }
static void do_jump(void)
{
    u8 back = *vm.at++;
    if (*vm.top--)
        vm.at -= back;
}

static u32 functions(u32 rounds)
{
    static void (*const table[])(void) = {do_push, do_load, do_save, do_add,
                                          do_sub,  do_mul,  do_jump};
    /* cells[0] counts down; cells[1] = cells[1] * 3 + cells[0]. */
    static const u8 program[] = {1, 1, 0, 3, 5, 1, 0, 3, 2, 1, 1, 0, 0, 1, 4, 2, 0, 1, 0, 6, 21, 9};
    vm.cells[0] = rounds;
    vm.top = vm.stack;
    for (vm.at = program; *vm.at != 9;)
        table[*vm.at++]();
    return vm.cells[1];
}

/* A processor of eight bits with its memory. */
static u32 processor(u32 rounds)
{
    static u8 memory[256];
    /* Changes cells 129 to 160 by their sums, again and again. */
    static const u8 program[] = {7, 200, 3, 7, 4, 129, 5, 2, 6, 1, 7, 140, 8, 0};
    u32 a = 0, pc = 0, sum = 0, zero = 0;
    for (u32 i = 0; i < sizeof program; i++)
        memory[i] = program[i];
    for (u32 round = 0; round < rounds; round++) {
        u32 code = memory[pc], operand = memory[pc + 1 & 255];
        switch (code) {
        case 1: a = operand; pc += 2; break;
        case 2: memory[200] = a; pc += 1; zero = a == 0; break;
        case 3: a = a * operand + 1 & 255; pc += 2; break;
        case 4: a = a + memory[operand] & 255; memory[operand + (a & 31) & 255] ^= a; pc += 2; break;
        case 5: a ^= 0x5a; pc += 1; break;
        case 6: memory[200] += operand; pc += 2; break;
        case 7: a = memory[operand]; zero = a == 0; pc += 2; break;
        case 8: pc = operand; sum = sum * 3 + memory[200]; break;
        default: pc += 1; sum += zero;
        }
        pc &= 255;
    }
    return sum;
}

/* Many programs for a short time, as a test suite has them. */
static u32 everything(u32 rounds)
{
    return divisors(2000) + bits(500) + wide(2000) + powers(20) + digits(5) + long_numbers(3) +
           table(9000) + twister(4) + planets(100) + mandelbrot(2) + fourier(1) + equations(1) +
           series(100) + hashing(1) + checksum(1) + sha(60) + chacha(60) + aes(30) +
           compression(1) + coder(1) + jpeg(12) + blur(2) + sound(4000) + sorting(1) + heap(1) +
           records(1) + tree(1) + words(1) + objects(12) + paths(1) + copies(900) +
           patterns(60) + decimals(900) + distances(1) + tokens(1) + tak(1) + queens(6) +
           life(2) + permutations(1) + functions(900) + processor(9000) + rounds;
}
