// String functions, conversions of numbers, and formatting, into a buffer and to a stream.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void words(const char *text) {
    char *copy = strdup(text);
    for (char *word = strtok(copy, " ,"); word; word = strtok(NULL, " ,"))
        printf("[%s:%zu:%c]", word, strlen(word), toupper((unsigned char)word[0]));
    putchar('\n');
    free(copy);
}

int main(void) {
    char buffer[64];
    words("the quick, brown fox  jumps,over");
    printf("%d %d\n", strcmp("abc", "abd") < 0, strncmp("abcdef", "abcxyz", 3));
    printf("%s %s %s\n", strstr("needle in hay", "in"), strchr("a=b", '='), strrchr("/a/b/c", '/'));
    memset(buffer, '-', sizeof buffer);
    memcpy(buffer, "copied", 7);
    memmove(buffer + 2, buffer, 7);
    printf("%s %zu\n", buffer, strcspn("hello;world", ";"));
    char *end;
    printf("%ld %ld %lu %s\n", strtol("-123xyz", &end, 10), strtol("0x7f", NULL, 0),
           strtoul("777", NULL, 8), end);
    errno = 0;
    printf("%ld %d\n", strtol("99999999999", NULL, 10), errno == ERANGE);
    printf("%lld %llu\n", strtoll("-9223372036854775807", NULL, 10), 18446744073709551615ULL);
    int length = snprintf(buffer, 10, "%05d|%-6s|%+x", 42, "ab", 255);
    printf("%d %s\n", length, buffer);
    printf("%5.2f|%e|%g|%G|%a\n", 3.14159, 12345.678, 0.0001, 1e20, 0.75);
    printf("%c%%%3d%-3d|%03o %#x %p\n", 'z', 7, 8, 9, 255, (void *)0);
    int a, count;
    double d;
    char word[16];
    count = sscanf("17 2.5 text", "%d %lf %15s", &a, &d, word);
    printf("%d %d %.3f %s\n", count, a, d, word);
    return 0;
}
