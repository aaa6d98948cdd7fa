/* <wchar.h> and <wctype.h>, against the system's: all pairs of short strings of two letters, all characters to 300. */
#include "check.h"

enum { LONGEST = 3, STRINGS = 15 };

/* All strings of a and b up to the longest, in blocks of their size. */
static wchar_t *strings[STRINGS];

static void make_strings(void)
{
    int count = 0;
    for (size_t length = 0; length <= LONGEST; length++) {
        for (unsigned bits = 0; bits < 1u << length; bits++) {
            wchar_t text[LONGEST + 1] = {0};
            for (size_t i = 0; i < length; i++)
                text[i] = bits >> i & 1 ? L'b' : L'a';
            strings[count++] = exact_block(text, (length + 1) * sizeof *text);
        }
    }
}

static void compare_one(const wchar_t *text)
{
    CHECK(rt_wcslen(text) == wcslen(text), "wcslen");
    for (wchar_t c = L'a'; c <= L'c'; c++)
        CHECK(rt_wcschr(text, c) == wcschr(text, c) && rt_wcsrchr(text, c) == wcsrchr(text, c), "wcschr");
    CHECK(rt_wcschr(text, 0) == wcschr(text, 0), "wcschr of the terminator");
    wchar_t *copy = rt_wcsdup(text);
    CHECK(wcscmp(copy, text) == 0, "wcsdup");
    free(copy);
    for (size_t n = 0; n <= wcslen(text); n++) {
        CHECK(rt_wcsnlen(text, n) == wcsnlen(text, n), "wcsnlen");
        CHECK(rt_wmemchr(text, L'b', n) == wmemchr(text, L'b', n), "wmemchr");
    }
}

static void compare_two(const wchar_t *left, const wchar_t *right)
{
    CHECK(same_sign(rt_wcscmp(left, right), wcscmp(left, right)), "wcscmp");
    CHECK(rt_wcsspn(left, right) == wcsspn(left, right), "wcsspn");
    CHECK(rt_wcscspn(left, right) == wcscspn(left, right), "wcscspn");
    CHECK(rt_wcspbrk(left, right) == wcspbrk(left, right), "wcspbrk");
    CHECK(rt_wcsstr(left, right) == wcsstr(left, right), "wcsstr");
    size_t shorter = wcslen(left) < wcslen(right) ? wcslen(left) : wcslen(right);
    CHECK(same_sign(rt_wmemcmp(left, right, shorter), wmemcmp(left, right, shorter)), "wmemcmp");
    for (size_t n = 0; n < 5; n++) {
        wchar_t room[16] = L"xxxxxxxx", other[16] = L"xxxxxxxx";
        CHECK(same_sign(rt_wcsncmp(left, right, n), wcsncmp(left, right, n)), "wcsncmp");
        CHECK(rt_wcsncpy(room, left, n) == room && wcsncpy(other, left, n), "wcsncpy");
        CHECK(memcmp(room, other, sizeof room) == 0, "what wcsncpy wrote");
        CHECK(rt_wcscpy(room, left) == room && rt_wcsncat(room, right, n) == room, "wcsncat");
        CHECK(wcscmp(room, wcsncat(wcscpy(other, left), right, n)) == 0, "what wcsncat wrote");
        CHECK(wcscmp(rt_wcscat(room, right), wcscat(other, right)) == 0, "wcscat");
    }
}

#define SAME_CLASS(f) CHECK(!rt_##f(c) == !f(c), #f " %u", c)

static void compare_characters(void)
{
    for (wint_t c = 0; c < 300; c++) {
        SAME_CLASS(iswalnum);
        SAME_CLASS(iswalpha);
        SAME_CLASS(iswblank);
        SAME_CLASS(iswcntrl);
        SAME_CLASS(iswdigit);
        SAME_CLASS(iswgraph);
        SAME_CLASS(iswlower);
        SAME_CLASS(iswprint);
        SAME_CLASS(iswpunct);
        SAME_CLASS(iswspace);
        SAME_CLASS(iswupper);
        SAME_CLASS(iswxdigit);
        CHECK(rt_towlower(c) == towlower(c) && rt_towupper(c) == towupper(c), "towlower %u", c);
        CHECK(rt_wctob(c) == wctob(c), "wctob %u", c);
        CHECK(rt_btowc((int)c - 1) == btowc((int)c - 1), "btowc %d", (int)c - 1);
        char bytes[16] = "?", other[16] = "?";
        CHECK(rt_wctomb(bytes, (wchar_t)c) == wctomb(other, (wchar_t)c) && bytes[0] == other[0], "wctomb %u", c);
    }
    CHECK(!rt_iswalpha(WEOF) && rt_towlower(WEOF) == WEOF && rt_wctob(WEOF) == EOF, "WEOF");
}

static void compare_bytes(void)
{
    const char *texts[] = {"", "a", "letters", "x\xff"};
    for (int i = 0; i < 4; i++) {
        char *text = exact_string(texts[i]);
        for (size_t n = 0; n < 10; n++) {
            wchar_t room[16] = {7}, other[16] = {7};
            CHECK(rt_mbstowcs(room, text, n) == mbstowcs(other, text, n), "mbstowcs %s %zu", text, n);
            CHECK(i == 3 || memcmp(room, other, sizeof room) == 0, "what mbstowcs wrote");
            CHECK(rt_mbstowcs(NULL, text, 0) == mbstowcs(NULL, text, 0), "the length by mbstowcs");
            /* Of no bytes, the system looks at the first. */
            if (n == 0)
                continue;
            CHECK(rt_mbtowc(room, text, n) == mbtowc(other, text, n), "mbtowc %s %zu", text, n);
            CHECK(rt_mblen(text, n) == mblen(text, n), "mblen %s %zu", text, n);
        }
        free(text);
    }
    char room[8] = "", other[8] = "";
    CHECK(rt_wcstombs(room, L"bytes", 8) == wcstombs(other, L"bytes", 8) && strcmp(room, other) == 0, "wcstombs");
    CHECK(rt_wcstombs(room, L"bytes", 3) == wcstombs(other, L"bytes", 3) && strcmp(room, other) == 0, "wcstombs cut");
    rt_errno = 0;
    CHECK(rt_wcstombs(NULL, L"a\x3b1", 0) == (size_t)-1 && rt_errno == EILSEQ, "wcstombs of what has no bytes");
    CHECK(rt_mbsinit(NULL), "mbsinit");
}

void test_wchar(void)
{
    make_strings();
    for (int i = 0; i < STRINGS; i++) {
        compare_one(strings[i]);
        for (int k = 0; k < STRINGS; k++)
            compare_two(strings[i], strings[k]);
    }
    wchar_t room[8] = L"";
    CHECK(rt_wmemset(room, L'z', 3) == room && wcscmp(room, L"zzz") == 0, "wmemset");
    CHECK(rt_wmempcpy(room, L"ab", 2) == room + 2 && wcscmp(room, L"abz") == 0, "wmempcpy");
    CHECK(rt_wmemmove(room + 1, room, 3) == room + 1 && wcscmp(room, L"aabz") == 0, "wmemmove");
    compare_characters();
    compare_bytes();
    for (int i = 0; i < STRINGS; i++)
        free(strings[i]);
}
