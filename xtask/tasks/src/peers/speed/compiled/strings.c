/* Strings: searches, patterns, numbers as text, distances. */

/* A search in text, byte by byte. */
static u32 strings(u32 rounds)
{
    u32 found = 0;
    for (u32 i = 0; i < sizeof text; i++)
        text[i] = 'a' + (random() & 3);
    for (u32 round = 0; round < rounds; round++)
        for (u32 i = 0; i + 6 < sizeof text; i++) {
            u32 j = 0;
            while (j < 6 && text[i + j] == "abcabd"[j])
                j++;
            found += j == 6;
        }
    return found;
}

/* Copies, lengths and comparisons. */
static u32 __attribute__((noinline)) length_of(const char *s)
{
    const char *end = s;
    while (*end)
        end++;
    return end - s;
}

static void __attribute__((noinline)) copied(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

static i32 __attribute__((noinline)) compared(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a - *b;
}

static u32 copies(u32 rounds)
{
    static char lines[16][40], line[200];
    u32 sum = 0;
    for (u32 i = 0; i < 16; i++)
        for (u32 j = 0; j < 20 + i; j++)
            lines[i][j] = 'a' + (i * j & 7);
    for (u32 round = 0; round < rounds; round++) {
        copied(line, lines[round & 15]);
        copied(line + length_of(line), lines[round >> 4 & 15]);
        sum += length_of(line) + (compared(line, lines[round >> 2 & 15]) > 0);
    }
    return sum;
}

/* A pattern with `.`, `*`, `^` and `$`, matched by trying all ways. */
static i32 is_here(const char *pattern, const u8 *at);

static i32 is_star(i32 letter, const char *pattern, const u8 *at)
{
    do {
        if (is_here(pattern, at))
            return 1;
    } while (*at && (*at++ == letter || letter == '.'));
    return 0;
}

static i32 is_here(const char *pattern, const u8 *at)
{
    if (!pattern[0])
        return 1;
    if (pattern[1] == '*')
        return is_star(pattern[0], pattern + 2, at);
    if (pattern[0] == '$' && !pattern[1])
        return !*at;
    return *at && (pattern[0] == '.' || pattern[0] == *at) && is_here(pattern + 1, at + 1);
}

static u32 patterns(u32 rounds)
{
    static const char *const all[4] = {"ab*c", "a.*b.*d ", "^a.b", "ee*.e$"};
    u32 found = 0;
    fill_text();
    for (u32 round = 0; round < rounds; round++) {
        u8 line[61];
        for (u32 i = 0; i < 60; i++)
            line[i] = text[(round * 61 + i) % sizeof text];
        line[60] = 0;
        const char *pattern = all[round & 3];
        if (*pattern == '^')
            found += is_here(pattern + 1, line);
        else
            for (const u8 *at = line; *at; at++)
                found += is_here(pattern, at);
    }
    return found;
}

/* Numbers as decimal text, and back. */
static u32 decimals(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        u8 line[12], *end = line + 12, *at = end;
        u32 number = random(), back = 0;
        do
            *--at = '0' + number % 10;
        while (number /= 10);
        for (; at < end; at++)
            back = back * 10 + *at - '0';
        sum ^= back + round;
    }
    return sum;
}

/* How many letters differ between words. */
static u32 distances(u32 rounds)
{
    static u8 cost[2][201];
    u32 sum = 0;
    fill_text();
    for (u32 round = 0; round < rounds; round++) {
        const u8 *a = text + round * 31 % 60000, *b = text + round * 17 % 60000;
        for (u32 j = 0; j <= 200; j++)
            cost[0][j] = j;
        for (u32 i = 1; i <= 200; i++) {
            u8 *above = cost[~i & 1], *here = cost[i & 1];
            here[0] = i;
            for (u32 j = 1; j <= 200; j++) {
                u32 least = above[j - 1] + (a[i] != b[j]);
                least = above[j] + 1 < least ? above[j] + 1 : least;
                here[j] = here[j - 1] + 1 < least ? here[j - 1] + 1 : least;
            }
        }
        sum += cost[0][200];
    }
    return sum;
}

/* A text as words, numbers and signs. */
static u32 tokens(u32 rounds)
{
    enum { SPACE, WORD, NUMBER, HEX, STRING, ESCAPE, COMMENT, SIGN } state;
    static const char signs[] = " a1 \"x= 0x7f;+(b) #c\n if \\ zz9 12 {}\"q\"";
    u32 counts[8] = {0}, sum = 0;
    for (u32 i = 0; i < sizeof text; i++)
        text[i] = signs[random() % (sizeof signs - 1)];
    for (u32 round = 0; round < rounds; round++) {
        state = SPACE;
        for (u32 i = 0; i < sizeof text; i++) {
            u32 letter = text[i], is_digit = letter - '0' < 10, was = state;
            u32 is_letter = (letter | 32) - 'a' < 26;
            switch (state) {
            case STRING:
                state = letter == '\\' ? ESCAPE : letter == '"' ? SPACE : STRING;
                break;
            case ESCAPE: state = STRING; break;
            case COMMENT: state = letter == '\n' ? SPACE : COMMENT; break;
            case NUMBER:
                if (letter == 'x') {
                    state = HEX;
                    break;
                }
                /* fall through */
            case HEX:
                if (is_digit || state == HEX && (letter | 32) - 'a' < 6)
                    break;
                /* fall through */
            case WORD:
                if (state == WORD && (is_letter || is_digit))
                    break;
                /* fall through */
            default:
                state = is_letter ? WORD : is_digit ? NUMBER : letter == '"' ? STRING
                        : letter == '#' ? COMMENT : letter <= ' ' ? SPACE : SIGN;
            }
            counts[state] += state != was || state == SIGN;
        }
    }
    for (u32 i = 0; i < 8; i++)
        sum = sum * 31 + counts[i];
    return sum;
}
