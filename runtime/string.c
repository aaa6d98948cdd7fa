/*
 * <string.h>: strings and blocks of bytes, for the C locale.
 *
 * Relies on: the engine's memcpy, memmove, memset and malloc. What copies first finds the length (one path for each
 * length, if the string is symbolic) and then copies in one step, so that a destination that is too small is one
 * finding with the whole length.
 *
 * A function reads what the standard lets it read and nothing after: the str functions stop at the terminator, the strn
 * functions at the limit, memchr at the byte it looks for. memcmp reads both blocks whole, as the standard says both
 * have that length.
 *
 * The loops that programs spend their time in (strlen, strcmp, strchr) are written for few instructions of the
 * intermediate form: a pointer that moves instead of an index, and each byte loaded and widened once.
 *
 * Does not do: locales (strcoll is strcmp), messages of strerror and strsignal beyond the usual ones.
 */
#include "vellum.h"

void __vellum_check_overlap(const void *to, size_t to_length, const void *from, size_t from_length, const char *message)
{
    if (__vellum_overlap(to, to_length, from, from_length))
        __vellum_fail(message);
}

/* ---- Length ---- */

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

size_t strnlen(const char *text, size_t limit)
{
    const char *end = text;
    while (limit && *end) {
        limit--;
        end++;
    }
    return (size_t)(end - text);
}

/* ---- Copies ---- */

void *mempcpy(void *to, const void *from, size_t length)
{
    memcpy(to, from, length);
    return (char *)to + length;
}

void *__mempcpy(void *to, const void *from, size_t length)
{
    return mempcpy(to, from, length);
}

/* Copies up to and including the first `byte`. */
void *memccpy(void *to, const void *from, int byte, size_t length)
{
    const char *last = memchr(from, byte, length);
    size_t copied = last ? (size_t)(last - (const char *)from) + 1 : length;
    __vellum_check_overlap(to, copied, from, copied, "memccpy: source and destination overlap");
    memcpy(to, from, copied);
    return last ? (char *)to + copied : (void *)0;
}

/* Returns the end of the copy. */
static char *copy_string(char *to, const char *from)
{
    size_t length = strlen(from);
    __vellum_check_overlap(to, length + 1, from, length + 1, "strcpy: source and destination overlap");
    memcpy(to, from, length + 1);
    return to + length;
}

char *strcpy(char *to, const char *from)
{
    copy_string(to, from);
    return to;
}

char *stpcpy(char *to, const char *from)
{
    return copy_string(to, from);
}

char *__stpcpy(char *to, const char *from)
{
    return copy_string(to, from);
}

/* Fills the rest with zeros; if there is no rest, there is no terminator. Returns where the copy ends. */
static char *copy_limited(char *to, const char *from, size_t length)
{
    size_t copied = strnlen(from, length);
    size_t read = copied + (copied < length);
    __vellum_check_overlap(to, length, from, read, "strncpy: source and destination overlap");
    memcpy(to, from, copied);
    memset(to + copied, 0, length - copied);
    return to + copied;
}

char *strncpy(char *to, const char *from, size_t length)
{
    copy_limited(to, from, length);
    return to;
}

char *stpncpy(char *to, const char *from, size_t length)
{
    return copy_limited(to, from, length);
}

char *strcat(char *to, const char *from)
{
    size_t old = strlen(to);
    size_t added = strlen(from);
    __vellum_check_overlap(to + old, added + 1, from, added + 1, "strcat: source and destination overlap");
    memcpy(to + old, from, added + 1);
    return to;
}

char *strncat(char *to, const char *from, size_t length)
{
    size_t old = strlen(to);
    size_t added = strnlen(from, length);
    size_t read = added + (added < length);
    __vellum_check_overlap(to + old, added + 1, from, read, "strncat: source and destination overlap");
    memcpy(to + old, from, added);
    to[old + added] = '\0';
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size != 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t old = strnlen(to, size);
    if (old == size)
        return size + strlen(from);
    return old + strlcpy(to + old, from, size - old);
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *strdup(const char *text)
{
    return strndup(text, ~(size_t)0);
}

char *__strdup(const char *text)
{
    return strdup(text);
}

char *__strndup(const char *text, size_t limit)
{
    return strndup(text, limit);
}

size_t strxfrm(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length;
}

/* ---- Comparison ---- */

/*
 * From the end to the beginning, so that the first difference wins, without a branch on the bytes: one path however
 * many of them are symbolic.
 */
int memcmp(const void *left, const void *right, size_t length)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    unsigned result = 0;
    for (size_t i = length; i > 0; i--) {
        unsigned difference = (unsigned)a[i - 1] - (unsigned)b[i - 1];
        /* All ones if the bytes are equal, so that what was found further on stays; else zero. */
        unsigned keep = (unsigned)(difference != 0) - 1;
        result = difference | (result & keep);
    }
    return (int)result;
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    int x = *a;
    int y = *b;
    /* `&` instead of `&&`: one decision for each character instead of two. */
    while ((x == y) & (x != '\0')) {
        x = *++a;
        y = *++b;
    }
    return x - y;
}

int strncmp(const char *left, const char *right, size_t limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t i = 0; i < limit; i++) {
        unsigned char x = a[i];
        unsigned char y = b[i];
        if ((x != y) | (x == '\0'))
            return x - y;
    }
    return 0;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

/* ---- Search ---- */

void *memchr(const void *block, int byte, size_t length)
{
    const unsigned char *bytes = block;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    }
    return (void *)0;
}

void *memrchr(const void *block, int byte, size_t length)
{
    const unsigned char *bytes = block;
    for (size_t i = length; i > 0; i--) {
        if (bytes[i - 1] == (unsigned char)byte)
            return (void *)(bytes + i - 1);
    }
    return (void *)0;
}

void *rawmemchr(const void *block, int byte)
{
    const unsigned char *bytes = block;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *__rawmemchr(const void *block, int byte)
{
    return rawmemchr(block, byte);
}

char *strchrnul(const char *text, int character)
{
    int wanted = (char)character;
    int found = *text;
    while ((found != wanted) & (found != '\0'))
        found = *++text;
    return (char *)text;
}

char *strchr(const char *text, int character)
{
    char *found = strchrnul(text, character);
    return *found == (char)character ? found : (char *)0;
}

char *strrchr(const char *text, int character)
{
    return memrchr(text, character, strlen(text) + 1);
}

/* Whether `text` begins with `prefix`. Reads of `text` no more than it takes to tell. */
static int begins_with(const char *text, const char *prefix)
{
    while (*prefix != '\0') {
        if (*text != *prefix)
            return 0;
        text++;
        prefix++;
    }
    return 1;
}

char *strstr(const char *text, const char *wanted)
{
    for (; !begins_with(text, wanted); text++) {
        if (*text == '\0')
            return (char *)0;
    }
    return (char *)text;
}

static int begins_with_any_case(const char *text, const char *prefix)
{
    while (*prefix != '\0') {
        if (tolower((unsigned char)*text) != tolower((unsigned char)*prefix))
            return 0;
        text++;
        prefix++;
    }
    return 1;
}

char *strcasestr(const char *text, const char *wanted)
{
    for (; !begins_with_any_case(text, wanted); text++) {
        if (*text == '\0')
            return (char *)0;
    }
    return (char *)text;
}

void *memmem(const void *block, size_t length, const void *wanted, size_t wanted_length)
{
    const char *bytes = block;
    if (wanted_length > length)
        return (void *)0;
    for (size_t i = 0; i <= length - wanted_length; i++) {
        if (memcmp(bytes + i, wanted, wanted_length) == 0)
            return (void *)(bytes + i);
    }
    return (void *)0;
}

/* Whether the set has this character, which is not the terminator. */
static int in_set(const char *set, char character)
{
    return *strchrnul(set, character) != '\0';
}

size_t strspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] != '\0' && in_set(set, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] != '\0' && !in_set(set, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text == '\0' ? (char *)0 : (char *)text;
}

/* ---- Pieces ---- */

char *strsep(char **rest, const char *separators)
{
    char *piece = *rest;
    if (!piece)
        return piece;
    char *end = piece + strcspn(piece, separators);
    if (*end == '\0') {
        *rest = (char *)0;
    } else {
        *end = '\0';
        *rest = end + 1;
    }
    return piece;
}

char *strtok_r(char *text, const char *separators, char **rest)
{
    if (!text)
        text = *rest;
    text += strspn(text, separators);
    if (*text == '\0') {
        *rest = text;
        return (char *)0;
    }
    char *end = text + strcspn(text, separators);
    *rest = end + (*end != '\0');
    *end = '\0';
    return text;
}

char *__strtok_r(char *text, const char *separators, char **rest)
{
    return strtok_r(text, separators, rest);
}

char *strtok(char *text, const char *separators)
{
    static char *rest;
    if (!text && !rest)
        __vellum_fail("strtok: the first call has no string");
    return strtok_r(text, separators, &rest);
}

/* ---- Messages ---- */

/* "<what> <number>" in `to`, which has room for it. Numbers may be negative. */
static char *numbered(char *to, const char *what, int number)
{
    char digits[12];
    size_t at = sizeof digits;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        digits[--at] = '-';
    strcpy(copy_string(to, what), digits + at);
    return to;
}

/* The errors 0 to 40 of Linux, and the few later ones that programs set. */
char *strerror(int number)
{
    enum { LAST_ERROR = 133 };
    static char unknown[32];
    static const char *const messages[] = {
        "Success",
        "Operation not permitted",
        "No such file or directory",
        "No such process",
        "Interrupted system call",
        "Input/output error",
        "No such device or address",
        "Argument list too long",
        "Exec format error",
        "Bad file descriptor",
        "No child processes",
        "Resource temporarily unavailable",
        "Cannot allocate memory",
        "Permission denied",
        "Bad address",
        "Block device required",
        "Device or resource busy",
        "File exists",
        "Invalid cross-device link",
        "No such device",
        "Not a directory",
        "Is a directory",
        "Invalid argument",
        "Too many open files in system",
        "Too many open files",
        "Inappropriate ioctl for device",
        "Text file busy",
        "File too large",
        "No space left on device",
        "Illegal seek",
        "Read-only file system",
        "Too many links",
        "Broken pipe",
        "Numerical argument out of domain",
        "Numerical result out of range",
        "Resource deadlock avoided",
        "File name too long",
        "No locks available",
        "Function not implemented",
        "Directory not empty",
        "Too many levels of symbolic links",
    };
    if (number >= 0 && (size_t)number < sizeof messages / sizeof messages[0])
        return (char *)messages[number];
    switch (number) {
    case EOVERFLOW:
        return "Value too large for defined data type";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    case 95:
        return "Operation not supported";
    case 110:
        return "Connection timed out";
    }
    if (number > 0 && number <= LAST_ERROR)
        __vellum_one_answer("messages of strerror beyond the usual ones");
    return numbered(unknown, "Unknown error ", number);
}

/* The signals 1 to 15 of Linux. */
char *strsignal(int number)
{
    enum { LAST_SIGNAL = 64 };
    static char unknown[32];
    static const char *const messages[] = {
        "Hangup",
        "Interrupt",
        "Quit",
        "Illegal instruction",
        "Trace/breakpoint trap",
        "Aborted",
        "Bus error",
        "Floating point exception",
        "Killed",
        "User defined signal 1",
        "Segmentation fault",
        "User defined signal 2",
        "Broken pipe",
        "Alarm clock",
        "Terminated",
    };
    if (number >= 1 && (size_t)number <= sizeof messages / sizeof messages[0])
        return (char *)messages[number - 1];
    if (number > 0 && number <= LAST_SIGNAL)
        __vellum_one_answer("messages of strsignal beyond the usual ones");
    return numbered(unknown, "Unknown signal ", number);
}
