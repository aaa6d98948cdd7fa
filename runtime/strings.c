/*
 * <strings.h>: the old BSD names, comparison without case, and the lowest set bit.
 *
 * Relies on: string.c, ctype.c (letters of the C locale), the engine's memmove and memset.
 */
#include "vellum.h"

int bcmp(const void *left, const void *right, size_t length)
{
    return memcmp(left, right, length);
}

/* Takes the source first, and lets the two overlap. */
void bcopy(const void *from, void *to, size_t length)
{
    memmove(to, from, length);
}

void bzero(void *block, size_t length)
{
    memset(block, 0, length);
}

void explicit_bzero(void *block, size_t length)
{
    memset(block, 0, length);
}

char *index(const char *text, int character)
{
    return strchr(text, character);
}

char *rindex(const char *text, int character)
{
    return strrchr(text, character);
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        int a = tolower((unsigned char)left[i]);
        int b = tolower((unsigned char)right[i]);
        if ((a != b) | (a == '\0'))
            return a - b;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return strncasecmp(left, right, ~(size_t)0);
}

/* The position of the lowest set bit, counted from 1; 0 if there is none. */
int ffsll(long long value)
{
    unsigned long long bits = (unsigned long long)value;
    if (bits == 0)
        return 0;
    int position = 1;
    for (; (bits & 1) == 0; bits >>= 1)
        position++;
    return position;
}

int ffsl(long value)
{
    return ffsll(value);
}

int ffs(int value)
{
    return ffsll(value);
}
