// Standard input: getline, fgets, scanf, getchar, and its end.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL, buffer[32];
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    printf("%zd %s", length, line);
    free(line);
    if (fgets(buffer, sizeof buffer, stdin)) printf("%zu %s", strlen(buffer), buffer);
    int a, b;
    double d;
    printf("%d\n", scanf("%d %d %lf", &a, &b, &d));
    printf("%d %.4f\n", a * b, d);
    int c, others = 0, words = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        int blank = c == ' ' || c == '\n';
        words += !blank && !inside;
        inside = !blank;
        others++;
    }
    printf("%d %d %d\n", others, words, feof(stdin) != 0);
    fprintf(stderr, "done\n");
    return words;
}
