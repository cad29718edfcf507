/* Sudoku 9x9 as an exact cover. line/line.h says what is around it.
 *
 * Algorithm X with dancing links (D. E. Knuth, "Dancing links", 2000); the page of this folder says what
 * columns and rows are, and in which order.
 */

#include "../line/line.h"

const char sorry[] = "no solution\n";

/* A header of a column, or a node of a row in one. */
struct node {
    struct node *left, *right, *up, *down;
    struct node *header; /* of a node */
    int size;            /* of a header: how many nodes its column has */
    unsigned char *cell; /* of a node: its cell and its digit */
    int digit;
};

static struct node heads[324], root, nodes[4 * 729];
static unsigned free_digits[27]; /* of rows, columns, boxes: what they have not yet, bit d - 1 for digit d */

/* Takes a column out of the list, and its rows out of all other columns. */
static COUNTED void cover(struct node *header)
{
    header->left->right = header->right;
    header->right->left = header->left;
    for (struct node *i = header->down; i != header; i = i->down)
        for (struct node *j = i->right; j != i; j = j->right) {
            j->up->down = j->down;
            j->down->up = j->up;
            j->header->size--;
        }
}

/* Undoes that, in the opposite order. */
static COUNTED void uncover(struct node *header)
{
    for (struct node *i = header->up; i != header; i = i->up)
        for (struct node *j = i->left; j != i; j = j->left) {
            j->up->down = j;
            j->down->up = j;
            j->header->size++;
        }
    header->left->right = header;
    header->right->left = header;
}

/* Covers the columns that are left. */
COUNTED int search(void)
{
    struct node *column = 0;
    int fewest = 1000;

    if (root.right == &root)
        return 1;
    for (struct node *header = root.right; header != &root; header = header->right) {
        if (header->size < fewest) {
            if (header->size == 0)
                return 0;
            fewest = header->size;
            column = header;
        }
    }

    cover(column);
    for (struct node *row = column->down; row != column; row = row->down) {
        STORE(row->cell, row->digit);
        for (struct node *j = row->right; j != row; j = j->right)
            cover(j->header);
        if (search())
            return 1;
        for (struct node *j = row->left; j != row; j = j->left)
            uncover(j->header);
        STORE(row->cell, 0);
    }
    uncover(column);
    return 0;
}

/* Puts a header at the end of the list. */
static void add_column(struct node *header)
{
    header->left = root.left;
    header->right = &root;
    header->left->right = header;
    root.left = header;
    header->up = header->down = header;
    header->size = 0;
}

/* Puts a node at the end of a column. */
static void add_node(struct node *node, struct node *header)
{
    node->header = header;
    node->up = header->up;
    node->down = header;
    node->up->down = node;
    header->up = node;
    header->size++;
}

int sudoku(void)
{
    struct node *header = heads, *node = nodes;

    for (int unit = 0; unit < 27; unit++)
        free_digits[unit] = 511;
    root.left = root.right = &root;
    for (int cell = 0; cell < 81; cell++, header++) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        if (grid[cell] == 0) {
            add_column(header);
        } else {
            unsigned others = ~(1u << (grid[cell] - 1));
            free_digits[row] &= others;
            free_digits[9 + column] &= others;
            free_digits[18 + box] &= others;
        }
    }
    for (int unit = 0; unit < 27; unit++)
        for (int bit = 0; bit < 9; bit++, header++)
            if (free_digits[unit] >> bit & 1)
                add_column(header);
    for (int cell = 0; cell < 81; cell++) {
        int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        if (grid[cell] != 0)
            continue;
        unsigned digits = free_digits[row] & free_digits[9 + column] & free_digits[18 + box];
        for (int bit = 0; bit < 9; bit++) {
            if (!(digits >> bit & 1))
                continue;
            add_node(node, &heads[cell]);
            add_node(node + 1, &heads[81 + 9 * row + bit]);
            add_node(node + 2, &heads[162 + 9 * column + bit]);
            add_node(node + 3, &heads[243 + 9 * box + bit]);
            for (int i = 0; i < 4; i++) {
                node[i].right = node + (i + 1) % 4;
                node[i].left = node + (i + 3) % 4;
                node[i].cell = &grid[cell];
                node[i].digit = bit + 1;
            }
            node += 4;
        }
    }
    return search();
}
