/* What programs use of wchar.h. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    wchar_t room[32], other[32];
    wcscpy(room, L"wide");
    wcscat(room, L" text");
    printf("%zu %zu %ls\n", wcslen(room), wcsnlen(room, 3), room);
    wcsncpy(other, L"limit", 8);
    wcsncat(other, L"less", 2);
    printf("%ls\n", other);
    printf("%d %d %d\n", sign(wcscmp(L"a", L"b")), sign(wcsncmp(L"abc", L"abd", 2)), sign(wmemcmp(L"b", L"a", 1)));
    printf("%d %d %d\n", (int)(wcschr(room, L't') - room), (int)(wcsrchr(room, L't') - room), (int)(wcsstr(room, L"te") - room));
    wmemset(other, L'z', 3);
    wmemcpy(other + 2, L"yx", 3);
    wmemmove(other + 1, other, 5);
    printf("%ls %d\n", other, (int)(wmemchr(other, L'y', 10) - other));
    printf("%zu %zu\n", wcsspn(room, L"wid"), wcscspn(room, L" "));
    printf("%d %d %d %lc%lc\n", !!iswalpha(L'a'), !!iswdigit(L'a'), !!iswspace(L' '), towupper(L'a'), towlower(L'B'));
    char bytes[32];
    printf("%zu\n", wcstombs(bytes, L"bytes", 32));
    puts(bytes);
    printf("%zu\n", mbstowcs(room, "letters", 32));
    printf("%ls\n", room);
    printf("%d %d\n", mbtowc(room, "x", 1), wctomb(bytes, L'y'));
    return 0;
}
