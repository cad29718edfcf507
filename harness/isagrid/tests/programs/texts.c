/* Texts from the input: words reversed, letters counted, numbers added, lines measured. */

#include "linux.h"

static char text[4096];
static unsigned letters[26];

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

static void reverse(char *low, char *high)
{
    while (low < --high) {
        char held = *low;
        *low++ = *high;
        *high = held;
    }
}

static int number(const char *word, int *value)
{
    int sign = *word == '-' ? -1 : 1, digits = 0;
    word += *word == '-';
    for (*value = 0; *word >= '0' && *word <= '9'; word++, digits++)
        *value = *value * 10 + *word - '0';
    *value *= sign;
    return digits && (is_blank(*word) || !*word);
}

START
{
    long length = 0, got;
    while ((got = take(text + length, sizeof text - 1 - length)) > 0)
        length += got;
    int sum = 0, numbers = 0, longest = 0, line = 0;
    for (long at = 0; at < length; at++) {
        char c = text[at];
        line = c == '\n' ? 0 : line + 1;
        longest = line > longest ? line : longest;
        if ((c | 32) >= 'a' && (c | 32) <= 'z')
            letters[(c | 32) - 'a']++;
    }
    for (long at = 0; at < length;) {
        long end = at;
        while (end < length && !is_blank(text[end]))
            end++;
        int value;
        if (end > at && number(text + at, &value)) {
            sum += value;
            numbers++;
        }
        reverse(text + at, text + end);
        at = end + 1;
    }
    put_bytes(text, length);
    for (int letter = 0; letter < 26; letter++)
        if (letters[letter]) {
            char name[2] = {'a' + letter, ' '};
            put_bytes(name, 2);
            put_number(letters[letter]);
            put("\n");
        }
    put_number(sum);
    put("\n");
    leave(numbers * 16 + longest % 16);
}
