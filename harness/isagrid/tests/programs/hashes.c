/* Hashing: FNV and CRC-32 of texts, and a table with open addressing that loses and finds keys. */

#include "linux.h"

enum { SLOTS = 64, FREE = 0, GONE = -1 };

static unsigned crc_table[256];
static int keys[SLOTS];
static int values[SLOTS];
static unsigned probes;

static unsigned fnv(const char *text)
{
    unsigned hash = 2166136261u;
    while (*text)
        hash = (hash ^ (unsigned char)*text++) * 16777619u;
    return hash;
}

static void fill_crc_table(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        unsigned value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        crc_table[byte] = value;
    }
}

static unsigned crc(const char *text)
{
    unsigned value = ~0u;
    while (*text)
        value = value >> 8 ^ crc_table[(value ^ (unsigned char)*text++) & 255];
    return ~value;
}

static int slot(int key, int wanted)
{
    unsigned at = (unsigned)key * 2654435761u >> 26;
    int free = -1;
    for (int tries = 0; tries < SLOTS; tries++, at = (at + 1) % SLOTS) {
        probes++;
        if (keys[at] == key)
            return at;
        if (keys[at] == GONE && free < 0)
            free = at;
        if (keys[at] == FREE)
            return wanted ? -1 : free < 0 ? (int)at : free;
    }
    return wanted ? -1 : free;
}

START
{
    static const char *const texts[] = {"", "a", "123456789", "The quick brown fox", "\377\200"};
    fill_crc_table();
    for (unsigned at = 0; at < sizeof texts / sizeof *texts; at++) {
        put_word(fnv(texts[at]));
        put_word(crc(texts[at]));
    }
    for (int round = 1; round <= 400; round++) {
        int key = round * 37 % 97 + 1;
        int at = slot(key, round % 3 == 0);
        if (round % 3 == 0) {
            if (at >= 0) {
                put_word(values[at]);
                keys[at] = GONE;
            }
        } else if (at >= 0) {
            keys[at] = key;
            values[at] += round;
        }
    }
    put_word(probes);
    leave(probes & 255);
}
