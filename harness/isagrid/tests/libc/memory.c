// Allocation of small and large blocks: the break and mapped memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned sum = 0;
    char *blocks[200];
    for (int i = 0; i < 200; i++) {
        blocks[i] = malloc(i * 37 + 1);
        memset(blocks[i], i, i * 37 + 1);
    }
    for (int i = 0; i < 200; i += 2) free(blocks[i]);
    for (int i = 1; i < 200; i += 2) {
        blocks[i] = realloc(blocks[i], i * 91);
        for (int j = 0; j < i * 37; j++) sum += (unsigned char)blocks[i][j];
    }
    printf("%u\n", sum);
    int *large = calloc(500000, sizeof *large);
    for (int i = 0; i < 500000; i++) sum += large[i] + 1, large[i] = i;
    large = realloc(large, 900000 * sizeof *large);
    for (int i = 0; i < 500000; i += 1000) sum += large[i];
    free(large);
    for (int round = 0; round < 50; round++) {
        char *block = calloc(1, 150000 + round * 4096);
        for (int i = 0; i < 150000; i += 999) sum += block[i] + 1;
        memset(block, 255, 150000);
        free(block);
    }
    printf("%u %d\n", sum, malloc(0x7fffffff) == NULL);
    return sum % 100;
}
