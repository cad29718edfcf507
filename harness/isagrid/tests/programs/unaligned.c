/* Packed structures and bit fields: words at odd addresses, halves, bytes, insertion, extraction. */

#include "linux.h"

struct __attribute__((packed)) packet {
    unsigned char tag;
    unsigned length;
    unsigned short port;
    unsigned long long stamp;
};

struct fields {
    unsigned low : 5, middle : 11, high : 16;
    signed narrow : 3;
    signed wide : 29;
};

static struct packet packets[16];
static unsigned char raw[sizeof packets + 8];

START
{
    unsigned state = 0x9e3779b9;
    struct fields fields = {0};
    for (int at = 0; at < 16; at++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        packets[at].tag = state;
        packets[at].length = state * 3;
        packets[at].port = state >> 7;
        packets[at].stamp = (unsigned long long)state << 20 | at;
        fields.low += state;
        fields.middle ^= state >> 3;
        fields.high -= state;
        fields.narrow = state;
        fields.wide += fields.narrow;
        unsigned words[2];
        __builtin_memcpy(words, &fields, sizeof words);
        put_word(words[0]);
        put_word(words[1]);
    }
    unsigned sum = 0;
    for (int shift = 1; shift < 8; shift += 2) {
        for (unsigned at = 0; at < sizeof packets; at++)
            raw[at + shift] = ((unsigned char *)packets)[at];
        const struct packet *moved = (const struct packet *)(raw + shift);
        for (int at = 0; at < 16; at++)
            sum = sum * 31 + moved[at].length + moved[at].port + (unsigned)(moved[at].stamp >> 9);
        put_word(sum);
    }
    leave(0);
}
