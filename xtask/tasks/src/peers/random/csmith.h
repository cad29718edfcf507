/* The part of csmith's run-time library that its programs use, for programs without a C library.
   The arithmetic that is defined for all values is csmith's own `safe_math.h`. */

#include <limits.h>
#include <stdint.h>

#include "linux.h"

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) safe_##name
#define assert(condition)
/* Only for a program that is asked to show each variable. */
#define printf(...) ((void)0)
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf
#include "safe_math.h"

#define _CSMITH_BITFIELD(size) ((size) > 32 ? (size) % 32 : (size))

static uint32_t crc32_context;

static void crc32_gentab(void)
{
}

static void platform_main_begin(void)
{
}

/* Any hash will do that all bits of all values change. */
static void hash_byte(uint32_t byte)
{
    crc32_context = (crc32_context << 5 | crc32_context >> 27) * 2654435761u + byte;
}

__attribute__((unused)) static void transparent_crc(uint64_t value, char *name, int is_shown)
{
    for (int at = 0; at < 8; at++, value >>= 8)
        hash_byte(value & 255);
}

__attribute__((unused)) static void transparent_crc_bytes(char *bytes, int size, char *name, int is_shown)
{
    for (int at = 0; at < size; at++)
        hash_byte(bytes[at] & 255);
}

static void platform_main_end(uint32_t hash, int is_shown)
{
    put_word(hash);
}
