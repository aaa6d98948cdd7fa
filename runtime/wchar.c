/*
 * <wchar.h> and <wctype.h>: strings of wide characters, and characters in the C locale, where those up to 127 are the
 * bytes and others have no bytes.
 *
 * Relies on: the engine's memcpy and memmove; ctype.c.
 *
 * Does not do: streams of wide characters, wprintf, numbers from wide text, states of conversion that are not initial.
 */
#include "vellum.h"

typedef unsigned wint_t;

enum { WEOF = -1, LAST_BYTE = 127 };

/* ---- Strings ---- */

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t length)
{
    return memcpy(to, from, length * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t length)
{
    return memmove(to, from, length * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t length)
{
    return wmemcpy(to, from, length) + length;
}

wchar_t *wmemset(wchar_t *to, wchar_t character, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = character;
    return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t character, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (block[i] == character)
            return (wchar_t *)(block + i);
    }
    return (wchar_t *)0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from)
{
    return wmemcpy(to, from, wcslen(from) + 1);
}

/* Fills the rest with zeros; if there is no rest, there is no terminator. */
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t length)
{
    size_t copied = wcsnlen(from, length);
    wmemcpy(to, from, copied);
    wmemset(to + copied, 0, length - copied);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t length)
{
    wchar_t *end = to + wcslen(to);
    size_t added = wcsnlen(from, length);
    wmemcpy(end, from, added);
    end[added] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text)
{
    size_t length = wcslen(text) + 1;
    wchar_t *copy = malloc(length * sizeof *copy);
    return copy ? wmemcpy(copy, text, length) : copy;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncmp(left, right, ~(size_t)0);
}

wchar_t *wcschr(const wchar_t *text, wchar_t character)
{
    for (;; text++) {
        if (*text == character)
            return (wchar_t *)text;
        if (*text == 0)
            return (wchar_t *)0;
    }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t character)
{
    const wchar_t *found = (wchar_t *)0;
    for (;; text++) {
        if (*text == character)
            found = text;
        if (*text == 0)
            return (wchar_t *)found;
    }
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted)
{
    size_t length = 0;
    while (text[length] != 0 && wcschr(accepted, text[length]))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *rejected)
{
    size_t length = 0;
    while (text[length] != 0 && !wcschr(rejected, text[length]))
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted)
{
    const wchar_t *found = text + wcscspn(text, wanted);
    return *found != 0 ? (wchar_t *)found : (wchar_t *)0;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted)
{
    size_t length = wcslen(wanted);
    for (;; text++) {
        if (wcsncmp(text, wanted, length) == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return (wchar_t *)0;
    }
}

/* ---- Characters ---- */

int iswalnum(wint_t character)
{
    return character <= LAST_BYTE && isalnum((int)character);
}

int iswalpha(wint_t character)
{
    return character <= LAST_BYTE && isalpha((int)character);
}

int iswblank(wint_t character)
{
    return character <= LAST_BYTE && isblank((int)character);
}

int iswcntrl(wint_t character)
{
    return character <= LAST_BYTE && iscntrl((int)character);
}

int iswdigit(wint_t character)
{
    return character <= LAST_BYTE && isdigit((int)character);
}

int iswgraph(wint_t character)
{
    return character <= LAST_BYTE && isgraph((int)character);
}

int iswlower(wint_t character)
{
    return character <= LAST_BYTE && islower((int)character);
}

int iswprint(wint_t character)
{
    return character <= LAST_BYTE && isprint((int)character);
}

int iswpunct(wint_t character)
{
    return character <= LAST_BYTE && ispunct((int)character);
}

int iswspace(wint_t character)
{
    return character <= LAST_BYTE && isspace((int)character);
}

int iswupper(wint_t character)
{
    return character <= LAST_BYTE && isupper((int)character);
}

int iswxdigit(wint_t character)
{
    return character <= LAST_BYTE && isxdigit((int)character);
}

wint_t towlower(wint_t character)
{
    return character <= LAST_BYTE ? (wint_t)tolower((int)character) : character;
}

wint_t towupper(wint_t character)
{
    return character <= LAST_BYTE ? (wint_t)toupper((int)character) : character;
}

/* ---- Bytes ---- */

wint_t btowc(int byte)
{
    return byte >= 0 && byte <= LAST_BYTE ? (wint_t)byte : (wint_t)WEOF;
}

int wctob(wint_t character)
{
    return character <= LAST_BYTE ? (int)character : EOF;
}

static size_t refuse(void)
{
    *__errno_location() = EILSEQ;
    return (size_t)-1;
}

/* There is no state between characters, so the states are not looked at. */
size_t mbrtowc(wchar_t *to, const char *from, size_t length, void *state)
{
    (void)state;
    if (!from)
        return 0;
    if (length == 0)
        return (size_t)-2;
    unsigned char byte = (unsigned char)*from;
    if (byte > LAST_BYTE)
        return refuse();
    if (to)
        *to = byte;
    return byte != 0;
}

size_t mbrlen(const char *from, size_t length, void *state)
{
    return mbrtowc((wchar_t *)0, from, length, state);
}

size_t wcrtomb(char *to, wchar_t character, void *state)
{
    (void)state;
    if (!to)
        return 1;
    if (character < 0 || character > LAST_BYTE)
        return refuse();
    *to = (char)character;
    return 1;
}

int mbtowc(wchar_t *to, const char *from, size_t length)
{
    size_t taken = mbrtowc(to, from, length, (void *)0);
    return taken > 1 ? -1 : (int)taken;
}

int mblen(const char *from, size_t length)
{
    return mbtowc((wchar_t *)0, from, length);
}

int wctomb(char *to, wchar_t character)
{
    return to ? (int)wcrtomb(to, character, (void *)0) : 0;
}

int mbsinit(const void *state)
{
    (void)state;
    return 1;
}

/* Without room, only counts. */
size_t mbstowcs(wchar_t *to, const char *from, size_t length)
{
    for (size_t i = 0; !to || i < length; i++) {
        wchar_t character;
        size_t taken = mbrtowc(&character, from + i, 1, (void *)0);
        if (taken == (size_t)-1)
            return taken;
        if (to)
            to[i] = character;
        if (character == 0)
            return i;
    }
    return length;
}

size_t wcstombs(char *to, const wchar_t *from, size_t length)
{
    for (size_t i = 0; !to || i < length; i++) {
        char byte;
        if (wcrtomb(&byte, from[i], (void *)0) == (size_t)-1)
            return (size_t)-1;
        if (to)
            to[i] = byte;
        if (byte == '\0')
            return i;
    }
    return length;
}
