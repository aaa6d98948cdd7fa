/* All of string.h, strings.h and ctype.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static int at(const char *base, const char *p) { return p ? (int)(p - base) : -1; }

int main(void) {
    char room[64], other[64];
    const char *text = "the quick brown fox";
    memset(room, 'x', sizeof room);
    memcpy(room, "abcdef", 7);
    memmove(room + 2, room, 7);
    printf("%s %zu %zu\n", room, strlen(room), strnlen(room, 3));
    printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abc", "abd", 2)), sign(memcmp("\xff", "a", 1)));
    printf("%d %d\n", at(text, memchr(text, 'q', 19)), at(text, memchr(text, 'q', 3)));
    printf("%d %d\n", at(text, memrchr(text, 'o', 19)), at(text, memmem(text, 19, "brown", 5)));
    printf("%s %s\n", strcpy(room, "copy"), strncpy(other, "limited", 8));
    strncat(strcat(room, " more"), " and more", 4);
    puts(room);
    printf("%d\n", at(room, stpcpy(room, "stp")));
    printf("%d\n", at(room, stpncpy(room, "stpn", 10)));
    printf("%d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("abc", "ab")), sign(strcmp("", "")));
    printf("%d %d\n", sign(strncmp("abcx", "abcy", 3)), sign(strncmp("abcx", "abcy", 4)));
    printf("%d %d\n", sign(strcasecmp("HeLLo", "hEllO")), sign(strncasecmp("ABCd", "abcE", 4)));
    printf("%d %d %d\n", at(text, strchr(text, 'o')), at(text, strrchr(text, 'o')), at(text, strchr(text, 0)));
    printf("%d %d %d\n", at(text, strchrnul(text, 'z')), at(text, index(text, 'q')), at(text, rindex(text, 'z')));
    printf("%d %d %d\n", at(text, strstr(text, "fox")), at(text, strstr(text, "")), at(text, strcasestr(text, "QUICK")));
    printf("%zu %zu %d\n", strspn(text, "teh"), strcspn(text, "qk"), at(text, strpbrk(text, "wk")));
    strcpy(room, ",a,,b;c,");
    for (char *piece = strtok(room, ",;"); piece; piece = strtok(NULL, ",;"))
        printf("<%s>", piece);
    char *state;
    strcpy(room, "k=v&x=y");
    for (char *piece = strtok_r(room, "&", &state); piece; piece = strtok_r(NULL, "&", &state))
        printf("(%s)", piece);
    strcpy(room, "a::b");
    char *rest = room;
    for (char *piece = strsep(&rest, ":"); piece; piece = strsep(&rest, ":"))
        printf("[%s]", piece);
    puts("");
    char *copy = strdup("duplicate"), *part = strndup("duplicate", 3), *here = strdupa("alloca");
    printf("%s %s %s\n", copy, part, here);
    free(copy);
    free(part);
    printf("%d %zu\n", sign(strcoll("a", "b")), strxfrm(room, "xfrm", sizeof room));
    puts(room);
    printf("%s\n%s\n%s\n", strerror(0), strerror(ENOENT), strerror(ERANGE));
    errno = ENOMEM;
    perror("not seen here");
    printf("%d\n", at(room, memccpy(room, "stop here", ' ', 20)));
    bzero(room, 4);
    bcopy("bcopy", room, 6);
    printf("%s %d %d %d %d\n", room, bcmp("a", "b", 1) != 0, ffs(40), ffsl(1L << 40), ffsll(0));
    for (int c = -1; c < 256; c++)
        printf("%x%s", !!isalnum(c) | !!isalpha(c) << 1 | !!isblank(c) << 2 | !!iscntrl(c) << 3 | !!isdigit(c) << 4 | !!isgraph(c) << 5 |
               !!islower(c) << 6 | !!isprint(c) << 7 | !!ispunct(c) << 8 | !!isspace(c) << 9 | !!isupper(c) << 10 | !!isxdigit(c) << 11,
               c % 16 == 15 ? "\n" : " ");
    for (const char *c = "Hello, World 1!"; *c; c++)
        printf("%c%c", toupper((unsigned char)*c), tolower((unsigned char)*c));
    printf("\n%d %d\n", toupper(EOF), isascii(200));
    return 0;
}
