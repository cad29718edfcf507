/* Structures by value, unions, bit fields, lists and a balanced insertion into a tree. */

#include "linux.h"

struct point { short x, y; };
struct box { struct point low, high; const char *name; };
union view { struct { unsigned char bytes[4]; } as; unsigned word; };
struct packed { unsigned mode : 3; int delta : 7; unsigned flag : 1; unsigned rest : 21; };

struct node { struct node *child[2]; int key; unsigned weight; };
static struct node pool[200];
static int taken;

static struct box grow(struct box box, struct point by)
{
    box.low.x -= by.x;
    box.low.y -= by.y;
    box.high.x += by.x;
    box.high.y += by.y;
    return box;
}

static int area(struct box box)
{
    return (box.high.x - box.low.x) * (box.high.y - box.low.y);
}

/* A treap: ordered by key, and a heap by weight. */
static struct node *insert(struct node *root, int key)
{
    if (!root) {
        struct node *node = &pool[taken++];
        *node = (struct node){{0, 0}, key, (unsigned)key * 2654435761u};
        return node;
    }
    int side = key > root->key;
    struct node *below = root->child[side] = insert(root->child[side], key);
    if (below->weight <= root->weight)
        return root;
    root->child[side] = below->child[!side];
    below->child[!side] = root;
    return below;
}

static int walk(const struct node *node, int depth)
{
    if (!node)
        return 0;
    int left = walk(node->child[0], depth + 1);
    put_word((unsigned)node->key << 8 | depth);
    int right = walk(node->child[1], depth + 1);
    return 1 + (left > right ? left : right);
}

START
{
    struct box box = {{-3, 4}, {10, 20}, "box"};
    for (int round = 1; round < 8; round++) {
        box = grow(box, (struct point){round, -1});
        put_number(area(box));
        put(box.name);
        put("\n");
    }
    struct packed fields = {5, -30, 1, 0x1abcde};
    for (int round = 0; round < 12; round++) {
        fields.mode += 3;
        fields.delta -= 11;
        fields.flag ^= round & 1;
        fields.rest = fields.rest * 5 + fields.mode;
        put_word(fields.mode | (unsigned)fields.delta << 8 | (unsigned)fields.flag << 4);
        put_word(fields.rest);
    }
    union view view = {.word = 0x01020304};
    put_word(view.as.bytes[0] << 8 | view.as.bytes[3]);
    struct node *root = 0;
    for (int key = 1; taken < 100; key = key * 61 % 101)
        root = insert(root, key);
    put_word(walk(root, 0));
    leave(taken);
}
