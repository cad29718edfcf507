// qsort and bsearch with functions that compare; calls through pointers; rand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; char name[12]; };

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct item *)a)->name, ((const struct item *)b)->name);
}

int main(int argc, char **argv) {
    struct item items[100];
    srand(42);
    for (int i = 0; i < 100; i++) {
        items[i].key = rand() % 1000;
        sprintf(items[i].name, "n%d", rand() % 10000);
    }
    qsort(items, 100, sizeof items[0], by_key);
    for (int i = 0; i < 100; i += 9) printf("%d:%s ", items[i].key, items[i].name);
    struct item wanted = items[50], *found = bsearch(&wanted, items, 100, sizeof wanted, by_key);
    printf("\n%d\n", found != NULL && found->key == wanted.key);
    qsort(items, 100, sizeof items[0], by_name);
    for (int i = 0; i < 100; i += 9) printf("%d:%s ", items[i].key, items[i].name);
    printf("\n%d %d\n", argc, argv[argc] == NULL);
    div_t parts = div(-17, 5);
    printf("%d %d %d %s\n", parts.quot, parts.rem, abs(-4), getenv("NOT_SET") ? "set" : "not set");
    return argc;
}
