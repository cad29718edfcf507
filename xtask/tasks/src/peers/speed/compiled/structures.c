/* Sorting, trees, tables, lists, objects. */

/* Sorting with a comparison through a pointer. */
static u32 numbers[20000];

static i32 __attribute__((noinline)) by_value(const u32 *a, const u32 *b)
{
    return *a < *b ? -1 : *a > *b;
}

static void sort(u32 *from, u32 *to, i32 (*compare)(const u32 *, const u32 *))
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

static u32 sorting(u32 rounds)
{
    i32 (*volatile compare)(const u32 *, const u32 *) = by_value;
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < 20000; i++)
            numbers[i] = random();
        sort(numbers, numbers + 20000, compare);
        sum += numbers[round * 400 % 20000];
    }
    return sum;
}

/* Sorting in a heap. */
static u32 heap(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < 20000; i++)
            numbers[i] = random();
        for (u32 start = 10000, end = 20000; end > 1;) {
            u32 moved;
            if (start > 0)
                moved = numbers[--start];
            else {
                moved = numbers[--end];
                numbers[end] = numbers[0];
            }
            u32 at = start;
            for (u32 child; (child = 2 * at + 1) < end; at = child) {
                child += child + 1 < end && numbers[child] < numbers[child + 1];
                if (moved >= numbers[child])
                    break;
                numbers[at] = numbers[child];
            }
            numbers[at] = moved;
        }
        sum += numbers[round * 77 % 20000];
    }
    return sum;
}

/* Records, sorted by one of three comparisons. */
struct record {
    u32 key;
    u8 name[8];
    struct record *next;
};

static i32 by_key(const struct record *a, const struct record *b)
{
    return a->key < b->key ? -1 : a->key > b->key;
}

static i32 by_name(const struct record *a, const struct record *b)
{
    for (i32 i = 0; i < 8; i++)
        if (a->name[i] != b->name[i])
            return a->name[i] < b->name[i] ? -1 : 1;
    return 0;
}

static i32 by_end(const struct record *a, const struct record *b)
{
    return a->name[7] - b->name[7];
}

typedef i32 (*order)(const struct record *, const struct record *);

/* Merges lists that are sorted. */
static struct record *merged(struct record *list, u32 count, order compare)
{
    if (count < 2) {
        list->next = 0;
        return list;
    }
    struct record *middle = list;
    for (u32 i = 0; i < count / 2; i++)
        middle = middle->next;
    struct record *b = merged(middle, count - count / 2, compare);
    struct record *a = merged(list, count / 2, compare), *first, **last = &first;
    while (a && b) {
        struct record **least = compare(a, b) <= 0 ? &a : &b;
        *last = *least;
        last = &(*least)->next;
        *least = *last;
    }
    *last = a ? a : b;
    return first;
}

static u32 records(u32 rounds)
{
    static struct record all[3000];
    static order const orders[3] = {by_key, by_name, by_end};
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < LENGTH(all); i++) {
            all[i].key = random();
            for (i32 j = 0; j < 8; j++)
                all[i].name[j] = 'a' + (random() & 3);
            all[i].next = &all[i + 1];
        }
        struct record *list = merged(all, LENGTH(all), orders[round % 3]);
        for (u32 i = 0; i < 100; i++)
            list = list->next;
        sum += list->key;
    }
    return sum;
}

/* A tree of numbers, built and searched. */
struct node {
    u32 key;
    struct node *child[2];
};

static u32 tree(u32 rounds)
{
    static struct node nodes[8000];
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        struct node *root = 0;
        for (u32 used = 0; used < LENGTH(nodes); used++) {
            struct node *new = &nodes[used], **at = &root;
            new->key = random();
            new->child[0] = new->child[1] = 0;
            while (*at)
                at = &(*at)->child[new->key > (*at)->key];
            *at = new;
        }
        for (u32 i = 0; i < LENGTH(nodes); i++) {
            u32 key = random(), depth = 0;
            for (struct node *at = root; at && at->key != key; at = at->child[key > at->key])
                depth++;
            sum += depth;
        }
    }
    return sum;
}

/* Words counted in a hash table. */
static u32 words(u32 rounds)
{
    static struct {
        const u8 *word;
        u32 length, count;
    } slots[32768];
    u32 different = 0, most = 0;
    for (u32 round = 0; round < rounds; round++) {
        fill_text();
        for (u32 i = 0; i < LENGTH(slots); i++)
            slots[i].length = slots[i].count = 0;
        for (u32 from = 0, to; from < sizeof text; from = to + 1) {
            u32 hash = 5381;
            for (to = from; to < sizeof text && text[to] != ' '; to++)
                hash = hash * 33 ^ text[to];
            u32 length = to - from, at = hash & 32767;
            for (;; at = (at + 1) & 32767) {
                if (!slots[at].count)
                    break;
                u32 i = 0;
                while (slots[at].length == length && i < length &&
                       slots[at].word[i] == text[from + i])
                    i++;
                if (i == length && slots[at].length == length)
                    break;
            }
            different += !slots[at].count;
            slots[at].word = text + from, slots[at].length = length;
            if (++slots[at].count > most)
                most = slots[at].count;
        }
    }
    return different * 1000 + most;
}

/* Objects with methods. */
struct shape;
struct methods {
    u32 (*area)(const struct shape *);
    void (*grow)(struct shape *, u32);
};
struct shape {
    const struct methods *methods;
    u32 a, b;
};

static u32 area_of_square(const struct shape *s) { return s->a * s->a; }
static u32 area_of_field(const struct shape *s) { return s->a * s->b; }
static u32 area_of_half(const struct shape *s) { return s->a * s->b / 2; }
static void grow_one(struct shape *s, u32 by) { s->a = (s->a + by) & 1023; }
static void grow_both(struct shape *s, u32 by)
{
    s->a = (s->a + by) & 1023;
    s->b = (s->b + 1) & 1023;
}

static u32 objects(u32 rounds)
{
    static const struct methods kinds[3] = {
        {area_of_square, grow_one}, {area_of_field, grow_both}, {area_of_half, grow_both}};
    static struct shape shapes[200];
    u32 sum = 0;
    for (u32 i = 0; i < LENGTH(shapes); i++) {
        shapes[i].methods = &kinds[random() % 3];
        shapes[i].a = i, shapes[i].b = 2 * i;
    }
    for (u32 round = 0; round < rounds; round++)
        for (u32 i = 0; i < LENGTH(shapes); i++) {
            shapes[i].methods->grow(&shapes[i], round & 7);
            sum += shapes[i].methods->area(&shapes[i]);
        }
    return sum;
}

/* Shortest paths in a field, with a queue. */
static u32 paths(u32 rounds)
{
    static u8 wall[100][100];
    static u16 away[100][100], queue[10000];
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 y = 0; y < 100; y++)
            for (u32 x = 0; x < 100; x++) {
                wall[y][x] = x == 0 || y == 0 || x == 99 || y == 99 || random() % 4 == 0;
                away[y][x] = 0xffff;
            }
        u32 first = 0, last = 0;
        queue[last++] = 5050;
        away[50][50] = wall[50][50] = 0;
        while (first < last) {
            static const i32 steps[4] = {1, -1, 100, -100};
            u32 at = queue[first++];
            for (i32 i = 0; i < 4; i++) {
                u32 to = at + steps[i];
                if (!(&wall[0][0])[to] && (&away[0][0])[to] == 0xffff) {
                    (&away[0][0])[to] = (&away[0][0])[at] + 1;
                    queue[last++] = to;
                }
            }
        }
        sum += last + away[98][98];
    }
    return sum;
}
