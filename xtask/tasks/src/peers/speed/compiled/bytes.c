/* Bytes: checksums, ciphers, compression, pictures and sound. */

/* A hash of rotations and additions over bytes. */
static u32 hashing(u32 rounds)
{
    u32 a = 1, b = 2, c = 3, d = 4;
    for (u32 i = 0; i < sizeof text; i++)
        text[i] = random();
    for (u32 round = 0; round < rounds; round++)
        for (u32 i = 0; i < sizeof text; i += 4) {
            u32 word = text[i] | text[i + 1] << 8 | text[i + 2] << 16 | (u32)text[i + 3] << 24;
            a += (b & c | ~b & d) + word;
            a = ROTATED(a, 7) + b;
            d += (a & b | ~a & c) + (word ^ 0x5a827999);
            d = ROTATED(d, 12) + a;
            c ^= d + (b << 3);
            b = ROTATED(b, 17) + c;
        }
    return a ^ b ^ c ^ d;
}

/* A checksum by a table. */
static u32 checksum(u32 rounds)
{
    static u32 rests[256];
    u32 sum = ~0u;
    for (u32 i = 0; i < 256; i++) {
        u32 rest = i;
        for (i32 bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ (rest & 1 ? 0xedb88320 : 0);
        rests[i] = rest;
    }
    fill_text();
    for (u32 round = 0; round < rounds; round++)
        for (u32 i = 0; i < sizeof text; i++)
            sum = sum >> 8 ^ rests[(sum ^ text[i]) & 255];
    return ~sum;
}

/* SHA-256, whose constants are the roots of primes, here of random numbers. */
static u32 sha(u32 rounds)
{
    static u32 constants[64], words[64], state[8];
    for (u32 i = 0; i < 64; i++)
        constants[i] = random();
    fill_text();
    for (u32 round = 0; round < rounds; round++) {
        const u8 *block = text + round * 64 % sizeof text;
        for (u32 i = 0; i < 16; i++)
            words[i] = (u32)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 |
                       block[4 * i + 3];
        for (u32 i = 16; i < 64; i++) {
            u32 x = words[i - 15], y = words[i - 2];
            words[i] = words[i - 16] + words[i - 7] +
                       (ROTATED(x, 25) ^ ROTATED(x, 14) ^ x >> 3) +
                       (ROTATED(y, 15) ^ ROTATED(y, 13) ^ y >> 10);
        }
        u32 a = state[0], b = state[1], c = state[2], d = state[3];
        u32 e = state[4], f = state[5], g = state[6], h = state[7];
        for (u32 i = 0; i < 64; i++) {
            u32 one = h + (ROTATED(e, 26) ^ ROTATED(e, 21) ^ ROTATED(e, 7)) + (e & f ^ ~e & g) +
                      constants[i] + words[i];
            u32 two = (ROTATED(a, 30) ^ ROTATED(a, 19) ^ ROTATED(a, 10)) +
                      (a & b ^ a & c ^ b & c);
            h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
    return state[0] ^ state[7];
}

/* A cipher of additions, rotations and exclusive ors. */
static u32 chacha(u32 rounds)
{
    u32 x[16], sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < 16; i++)
            x[i] = i * 0x9e3779b9 + round;
        for (i32 twice = 0; twice < 10; twice++) {
#define QUARTER(a, b, c, d)                                                                       \
    x[a] += x[b], x[d] ^= x[a], x[d] = ROTATED(x[d], 16);                                          \
    x[c] += x[d], x[b] ^= x[c], x[b] = ROTATED(x[b], 12);                                          \
    x[a] += x[b], x[d] ^= x[a], x[d] = ROTATED(x[d], 8);                                           \
    x[c] += x[d], x[b] ^= x[c], x[b] = ROTATED(x[b], 7);
            QUARTER(0, 4, 8, 12) QUARTER(1, 5, 9, 13) QUARTER(2, 6, 10, 14) QUARTER(3, 7, 11, 15)
            QUARTER(0, 5, 10, 15) QUARTER(1, 6, 11, 12) QUARTER(2, 7, 8, 13) QUARTER(3, 4, 9, 14)
        }
        for (u32 i = 0; i < 16; i++)
            sum = sum * 31 + x[i];
    }
    return sum;
}

/* AES, byte by byte. */
static u32 aes(u32 rounds)
{
    static u8 box[256], state[16], keys[176];
    u8 p = 1, q = 1;
    do {
        p ^= p << 1 ^ (p & 0x80 ? 0x1b : 0);
        q ^= q << 1, q ^= q << 2, q ^= q << 4;
        q ^= q & 0x80 ? 9 : 0;
        box[p] = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^
                 (q << 4 | q >> 4) ^ 0x63;
    } while (p != 1);
    box[0] = 0x63;
    for (u32 i = 0; i < sizeof keys; i++)
        keys[i] = random();
    for (u32 round = 0; round < rounds; round++) {
        for (u32 i = 0; i < 16; i++)
            state[i] ^= keys[i];
        for (u32 step = 1; step <= 10; step++) {
            u8 moved[16];
            for (u32 i = 0; i < 16; i++)
                moved[i] = box[state[(i + 4 * (i & 3)) & 15]];
            for (u32 i = 0; i < 16; i++) {
                u32 column = i & 12;
                u8 a = moved[i], b = moved[column | (i + 1) & 3];
                u8 all = moved[column] ^ moved[column + 1] ^ moved[column + 2] ^ moved[column + 3];
                u8 doubled = (a ^ b) << 1 ^ ((a ^ b) & 0x80 ? 0x1b : 0);
                state[i] = (step < 10 ? a ^ all ^ doubled : a) ^ keys[16 * step + i];
            }
        }
    }
    return state[0] | state[5] << 8 | state[10] << 16 | (u32)state[15] << 24;
}

/* Compression by references to earlier text, and back. */
static u8 packed[2 * sizeof text], unpacked[sizeof text];

static u32 pack(void)
{
    static u32 last[4096];
    u32 out = 0;
    for (u32 i = 0; i < sizeof text;) {
        u32 next = text[(i + 1) % sizeof text] * 7 + text[(i + 2) % sizeof text];
        u32 key = (text[i] * 33 + next) & 4095, from = last[key], n = 0;
        last[key] = i;
        if (from < i && i - from < 0x8000)
            while (n < 127 && i + n < sizeof text && text[from + n] == text[i + n])
                n++;
        if (n > 3) {
            packed[out++] = 0x80 | n;
            packed[out++] = (i - from) >> 8;
            packed[out++] = i - from;
            i += n;
        } else
            packed[out++] = text[i++];
    }
    return out;
}

static u32 unpack(u32 bytes)
{
    u32 out = 0;
    for (u32 i = 0; i < bytes;)
        if (packed[i] & 0x80) {
            u32 n = packed[i] & 0x7f, away = packed[i + 1] << 8 | packed[i + 2];
            for (; n; n--, out++)
                unpacked[out] = unpacked[out - away];
            i += 3;
        } else
            unpacked[out++] = packed[i++];
    return out;
}

static u32 compression(u32 rounds)
{
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        fill_text();
        u32 bytes = pack();
        sum += bytes + unpack(bytes);
        for (u32 i = 0; i < sizeof text; i++)
            sum += unpacked[i] != text[i];
    }
    return sum;
}

/* Huffman's codes: the tree, and a text in bits. */
static u32 huffman(u32 rounds)
{
    static u32 times[512], parent[512], code[256], length[256];
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        fill_text();
        for (u32 i = 0; i < 512; i++)
            times[i] = parent[i] = 0;
        for (u32 i = 0; i < sizeof text; i++)
            times[text[i]]++;
        u32 nodes = 256;
        for (;; nodes++) {
            u32 low = 512, lower = 512;
            for (u32 i = 0; i < nodes; i++)
                if (times[i] && !parent[i]) {
                    if (lower == 512 || times[i] < times[lower])
                        low = lower, lower = i;
                    else if (low == 512 || times[i] < times[low])
                        low = i;
                }
            if (low == 512)
                break;
            times[nodes] = times[low] + times[lower];
            parent[low] = 2 * nodes;
            parent[lower] = 2 * nodes + 1;
        }
        for (u32 i = 0; i < 256; i++) {
            code[i] = length[i] = 0;
            for (u32 at = i; parent[at]; at = parent[at] / 2)
                code[i] |= (parent[at] & 1) << length[i]++;
        }
        u32 word = 0, bits = 0;
        for (u32 i = 0; i < sizeof text; i++)
            for (u32 left = length[text[i]]; left-- > 0;) {
                word = word << 1 | code[text[i]] >> left & 1;
                if (++bits % 32 == 0)
                    sum = sum * 7 + word;
            }
        sum += bits;
    }
    return sum;
}

/* An arithmetic coder of bits, which adapts to them. */
static u32 coder(u32 rounds)
{
    static u16 chance[4096];
    u32 low = 0, range = ~0u, sum = 0, seen = 1;
    for (u32 i = 0; i < 4096; i++)
        chance[i] = 2048;
    fill_text();
    for (u32 round = 0; round < rounds; round++)
        for (u32 i = 0; i < sizeof text; i++)
            for (i32 bit = 7; bit >= 0; bit--) {
                u32 is_one = text[i] >> bit & 1, bound = (range >> 12) * chance[seen];
                if (is_one) {
                    range = bound;
                    chance[seen] += (4096 - chance[seen]) >> 5;
                } else {
                    low += bound;
                    range -= bound;
                    chance[seen] -= chance[seen] >> 5;
                }
                seen = (seen << 1 | is_one) & 4095;
                while (range < 1 << 24) {
                    sum = sum * 31 + (low >> 24);
                    low <<= 8;
                    range <<= 8;
                }
            }
    return sum;
}

/* The transform of JPEG, with its quantisation and order. */
static u32 jpeg(u32 rounds)
{
    static const i32 cosine[8] = {64, 89, 84, 75, 64, 50, 35, 18};
    static i32 block[64], rows[64];
    static u8 order[64];
    u32 sum = 0, n = 0;
    for (i32 line = 0; line < 15; line++)
        for (i32 i = 0; i < 8; i++) {
            i32 y = line & 1 ? i : line - i, x = line - y;
            if (x >= 0 && x < 8 && y >= 0 && y < 8)
                order[n++] = 8 * y + x;
        }
    for (u32 round = 0; round < rounds; round++) {
        for (i32 i = 0; i < 64; i++)
            block[i] = (i32)(random() & 63) + 2 * i - 128;
        for (i32 pass = 0; pass < 2; pass++) {
            for (i32 y = 0; y < 8; y++)
                for (i32 u = 0; u < 8; u++) {
                    i32 product = 0;
                    for (i32 x = 0; x < 8; x++) {
                        i32 angle = (2 * x + 1) * u & 31, up = angle > 16 ? 32 - angle : angle;
                        i32 c = up > 8 ? -cosine[16 - up] : up == 8 ? 0 : cosine[up];
                        product += block[8 * y + x] * c;
                    }
                    rows[8 * u + y] = product >> 7;
                }
            for (i32 i = 0; i < 64; i++)
                block[i] = rows[i];
        }
        u32 zeros = 0;
        for (i32 i = 0; i < 64; i++) {
            i32 level = block[order[i]] / (3 + i);
            if (level)
                sum = sum * 17 + (u32)level + zeros, zeros = 0;
            else
                zeros++;
        }
    }
    return sum;
}

/* A blurred picture. */
static u32 blur(u32 rounds)
{
    static u8 picture[2][130][160];
    u32 sum = 0;
    for (u32 y = 0; y < 130; y++)
        for (u32 x = 0; x < 160; x++)
            picture[0][y][x] = random();
    for (u32 round = 0; round < rounds; round++) {
        u8(*from)[160] = picture[round & 1], (*to)[160] = picture[~round & 1];
        for (u32 y = 1; y < 129; y++)
            for (u32 x = 1; x < 159; x++)
                to[y][x] = (4 * from[y][x] + from[y - 1][x] + from[y + 1][x] + from[y][x - 1] +
                            from[y][x + 1] + round) /
                           8;
        sum = sum * 5 + to[60][80];
    }
    return sum;
}

/* Sound as differences of four bits. */
static u32 sound(u32 rounds)
{
    i32 guess = 0, step = 16, at = 0;
    u32 sum = 0;
    for (u32 round = 0; round < rounds; round++) {
        at += (i32)(random() & 1023) - 511 - at / 16;
        i32 away = at - guess, code = away < 0 ? 8 : 0;
        away = away < 0 ? -away : away;
        for (i32 bit = 4, part = step; bit; bit >>= 1, part >>= 1)
            if (away >= part)
                code |= bit, away -= part;
        i32 change = ((2 * (code & 7) + 1) * step) >> 3;
        guess += code & 8 ? -change : change;
        step = step * ((code & 7) > 3 ? 5 : 3) >> 2;
        step = step < 16 ? 16 : step > 8000 ? 8000 : step;
        sum = sum * 3 + code;
    }
    return sum;
}
