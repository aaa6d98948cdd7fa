/* <string.h> and <strings.h>: all short strings over two letters, and random longer ones, in blocks that end where they end. */
#include "check.h"

size_t rt_strlcpy(char *, const char *, size_t);
size_t rt_strlcat(char *, const char *, size_t);
void *rt___rawmemchr(const void *, int);
char *rt___strdup(const char *);
char *rt___strndup(const char *, size_t);

enum { LONGEST = 4, STRINGS = 31, ROOM = 64 };

static char *strings[STRINGS];

static void make_strings(void)
{
    int count = 0;
    for (unsigned length = 0; length <= LONGEST; length++) {
        for (unsigned bits = 0; bits < 1u << length; bits++) {
            char text[LONGEST + 1] = "";
            for (unsigned i = 0; i < length; i++)
                text[i] = bits >> i & 1 ? 'b' : 'a';
            strings[count++] = exact_string(text);
        }
    }
}

/* Where in the text a pointer is, or -1 for null. */
static long at(const char *text, const void *pointer)
{
    return pointer ? (const char *)pointer - text : -1;
}

static void compare_one(const char *s)
{
    CHECK(rt_strlen(s) == strlen(s), "strlen %s", s);
    for (size_t n = 0; n <= 6; n++)
        CHECK(rt_strnlen(s, n) == strnlen(s, n), "strnlen %s %zu", s, n);
    for (int i = 0; i < 4; i++) {
        int c = "abc"[i];
        size_t size = strlen(s) + 1;
        CHECK(rt_strchr(s, c) == strchr(s, c), "strchr %s %c", s, c);
        CHECK(rt_strrchr(s, c) == strrchr(s, c), "strrchr %s %c", s, c);
        CHECK(rt_index(s, c) == index(s, c), "index %s %c", s, c);
        CHECK(rt_rindex(s, c) == rindex(s, c), "rindex %s %c", s, c);
        CHECK(rt_strchrnul(s, c) == strchrnul(s, c), "strchrnul %s %c", s, c);
        CHECK(rt_memrchr(s, c, size) == memrchr(s, c, size), "memrchr %s %c", s, c);
        for (size_t n = 0; n <= size; n++)
            CHECK(rt_memchr(s, c, n) == memchr(s, c, n), "memchr %s %c %zu", s, c, n);
    }
    CHECK(rt_rawmemchr(s, 0) == s + strlen(s), "rawmemchr %s", s);
    CHECK(rt___rawmemchr(s, 0) == s + strlen(s), "__rawmemchr %s", s);
    /* memchr stops at what it finds: the length may be wrong after it. */
    CHECK(rt_memchr(s, 0, 1000) == s + strlen(s), "memchr stops %s", s);
    char *copy = rt_strdup(s);
    CHECK(strcmp(copy, s) == 0, "strdup %s", s);
    free(copy);
    copy = rt___strdup(s);
    CHECK(strcmp(copy, s) == 0, "__strdup %s", s);
    free(copy);
    for (size_t n = 0; n < 6; n++) {
        char *expected = strndup(s, n);
        copy = n & 1 ? rt_strndup(s, n) : rt___strndup(s, n);
        CHECK(strcmp(copy, expected) == 0, "strndup %s %zu", s, n);
        free(copy);
        free(expected);
    }
}

static void compare_pair(const char *s, const char *t)
{
    CHECK(same_sign(rt_strcmp(s, t), strcmp(s, t)), "strcmp %s %s", s, t);
    CHECK(same_sign(rt_strcoll(s, t), strcoll(s, t)), "strcoll %s %s", s, t);
    CHECK(same_sign(rt_strcasecmp(s, t), strcasecmp(s, t)), "strcasecmp %s %s", s, t);
    CHECK(rt_strstr(s, t) == strstr(s, t), "strstr %s %s", s, t);
    CHECK(rt_strcasestr(s, t) == strcasestr(s, t), "strcasestr %s %s", s, t);
    CHECK(rt_strspn(s, t) == strspn(s, t), "strspn %s %s", s, t);
    CHECK(rt_strcspn(s, t) == strcspn(s, t), "strcspn %s %s", s, t);
    CHECK(rt_strpbrk(s, t) == strpbrk(s, t), "strpbrk %s %s", s, t);
    CHECK(rt_memmem(s, strlen(s), t, strlen(t)) == memmem(s, strlen(s), t, strlen(t)), "memmem %s %s", s, t);
    size_t common = strlen(s) < strlen(t) ? strlen(s) : strlen(t);
    for (size_t n = 0; n <= common + 1; n++) {
        CHECK(same_sign(rt_memcmp(s, t, n), memcmp(s, t, n)), "memcmp %s %s %zu", s, t, n);
        CHECK(!rt_bcmp(s, t, n) == !bcmp(s, t, n), "bcmp %s %s %zu", s, t, n);
    }
    for (size_t n = 0; n <= 6; n++) {
        CHECK(same_sign(rt_strncmp(s, t, n), strncmp(s, t, n)), "strncmp %s %s %zu", s, t, n);
        CHECK(same_sign(rt_strncasecmp(s, t, n), strncasecmp(s, t, n)), "strncasecmp %s %s %zu", s, t, n);
    }
}

/* Two buffers that begin alike: one for the system, one for the runtime. */
static char ours[ROOM];
static char theirs[ROOM];

static void both_begin(const char *text)
{
    memset(ours, '#', ROOM);
    memset(theirs, '#', ROOM);
    strcpy(ours, text);
    strcpy(theirs, text);
}

#define SAME_BUFFERS(our_result, their_result, ...)                                                                    \
    do {                                                                                                               \
        long our_at = at(ours, our_result);                                                                            \
        long their_at = at(theirs, their_result);                                                                      \
        CHECK(our_at == their_at && memcmp(ours, theirs, ROOM) == 0, __VA_ARGS__);                                     \
    } while (0)

static void compare_copies(const char *s, const char *t)
{
    both_begin(s);
    SAME_BUFFERS(rt_strcpy(ours, t), strcpy(theirs, t), "strcpy %s %s", s, t);
    both_begin(s);
    SAME_BUFFERS(rt_stpcpy(ours, t), stpcpy(theirs, t), "stpcpy %s %s", s, t);
    both_begin(s);
    SAME_BUFFERS(rt___stpcpy(ours, t), stpcpy(theirs, t), "__stpcpy %s %s", s, t);
    both_begin(s);
    SAME_BUFFERS(rt_strcat(ours, t), strcat(theirs, t), "strcat %s %s", s, t);
    both_begin(s);
    SAME_BUFFERS(rt_mempcpy(ours, t, strlen(t)), mempcpy(theirs, t, strlen(t)), "mempcpy %s %s", s, t);
    both_begin(s);
    SAME_BUFFERS(rt___mempcpy(ours, t, strlen(t)), mempcpy(theirs, t, strlen(t)), "__mempcpy %s %s", s, t);
    both_begin(s);
    rt_bcopy(ours, ours + 1, 4);
    bcopy(theirs, theirs + 1, 4);
    SAME_BUFFERS(NULL, NULL, "bcopy %s", s);
    both_begin(s);
    rt_bzero(ours, strlen(t));
    rt_explicit_bzero(ours + 1, strlen(t));
    memset(theirs, 0, strlen(t));
    memset(theirs + 1, 0, strlen(t));
    SAME_BUFFERS(NULL, NULL, "bzero %s %s", s, t);
    for (size_t n = 0; n <= 7; n++) {
        both_begin(s);
        SAME_BUFFERS(rt_strncpy(ours, t, n), strncpy(theirs, t, n), "strncpy %s %s %zu", s, t, n);
        both_begin(s);
        SAME_BUFFERS(rt_stpncpy(ours, t, n), stpncpy(theirs, t, n), "stpncpy %s %s %zu", s, t, n);
        both_begin(s);
        SAME_BUFFERS(rt_strncat(ours, t, n), strncat(theirs, t, n), "strncat %s %s %zu", s, t, n);
        both_begin(s);
        size_t our_length = rt_strxfrm(ours, t, n);
        size_t their_length = strxfrm(theirs, t, n);
        /* What is in the buffer is not said if it is too small. */
        CHECK(our_length == their_length && (their_length >= n || strcmp(ours, theirs) == 0), "strxfrm %s %zu", t, n);
        if (n <= strlen(t) + 1) {
            both_begin(s);
            SAME_BUFFERS(rt_memccpy(ours, t, 'b', n), memccpy(theirs, t, 'b', n), "memccpy %s %s %zu", s, t, n);
        }
        /* strlcpy and strlcat are defined by snprintf. */
        both_begin(s);
        our_length = rt_strlcpy(ours, t, n);
        their_length = (size_t)snprintf(theirs, n, "%s", t);
        CHECK(our_length == their_length && memcmp(ours, theirs, ROOM) == 0, "strlcpy %s %s %zu", s, t, n);
        both_begin(s);
        our_length = rt_strlcat(ours, t, n);
        if (strlen(s) < n)
            snprintf(theirs + strlen(s), n - strlen(s), "%s", t);
        their_length = (strlen(s) < n ? strlen(s) : n) + strlen(t);
        CHECK(our_length == their_length && memcmp(ours, theirs, ROOM) == 0, "strlcat %s %s %zu", s, t, n);
    }
}

static void compare_pieces(const char *text, const char *separators)
{
    char *rest = NULL;
    both_begin(text);
    char *ours_first = rt_strtok(ours, separators);
    char *theirs_first = strtok(theirs, separators);
    for (int i = 0; i < 6; i++) {
        SAME_BUFFERS(ours_first, theirs_first, "strtok %s %s", text, separators);
        ours_first = rt_strtok(NULL, separators);
        theirs_first = strtok(NULL, separators);
    }
    both_begin(text);
    char *their_rest = NULL;
    ours_first = rt_strtok_r(ours, separators, &rest);
    theirs_first = strtok_r(theirs, separators, &their_rest);
    for (int i = 0; i < 6; i++) {
        SAME_BUFFERS(ours_first, theirs_first, "strtok_r %s %s", text, separators);
        ours_first = rt___strtok_r(NULL, separators, &rest);
        theirs_first = strtok_r(NULL, separators, &their_rest);
    }
    both_begin(text);
    rest = ours;
    their_rest = theirs;
    for (int i = 0; i < 6; i++) {
        SAME_BUFFERS(rt_strsep(&rest, separators), strsep(&their_rest, separators), "strsep %s %s", text, separators);
        CHECK(at(ours, rest) == at(theirs, their_rest), "strsep's rest %s %s", text, separators);
    }
}

static void compare_random(void)
{
    for (int round = 0; round < 3000; round++) {
        char text[2][40];
        for (int i = 0; i < 2; i++) {
            unsigned length = random_below(39);
            for (unsigned k = 0; k < length; k++)
                text[i][k] = (char)(random_below(8) ? "abABzZ[@`{"[random_below(10)] : (int)random_below(255) + 1);
            text[i][length] = '\0';
        }
        char *s = exact_string(text[0]);
        char *t = exact_string(text[1]);
        compare_pair(s, t);
        /* Parts of it are found. */
        unsigned first = random_below((unsigned)strlen(s) + 1);
        char *part = strndup(s + first, random_below(4));
        compare_pair(s, part);
        for (char *c = part; *c != '\0'; c++)
            *c = (char)(isalpha((unsigned char)*c) ? *c ^ 32 : *c);
        compare_pair(s, part);
        free(part);
        free(s);
        free(t);
    }
}

static void overlap_is_found(void)
{
    char text[16] = "abcdef";
    CHECK(STOPS_BY(rt_strcpy(text, text + 1)) == STOP_FAIL, "strcpy down");
    CHECK(STOPS_BY(rt_strcpy(text + 1, text)) == STOP_FAIL, "strcpy up");
    CHECK(STOPS_BY(rt_strcpy(text, text)) == STOP_FAIL, "strcpy onto itself");
    CHECK(STOPS_BY(rt_strncpy(text, text + 3, 4)) == STOP_FAIL, "strncpy");
    CHECK(STOPS_BY(rt_strcat(text, text + 3)) == STOP_FAIL, "strcat");
    CHECK(STOPS_BY(rt_strncat(text, text, 9)) == STOP_FAIL, "strncat");
    CHECK(STOPS_BY(rt_strncpy(text, text + 4, 2)) == STOP_NONE, "strncpy beside itself");
    CHECK(STOPS_BY(rt_strncpy(text, text, 0)) == STOP_NONE, "strncpy of nothing");
}

static void compare_messages(void)
{
    for (int number = -3; number <= 40; number++)
        CHECK(strcmp(rt_strerror(number), strerror(number)) == 0, "strerror %d: %s", number, rt_strerror(number));
    int others[] = {EOVERFLOW, EILSEQ, EOPNOTSUPP, ETIMEDOUT, 1000, INT_MAX, INT_MIN};
    for (int i = 0; i < 7; i++)
        CHECK(strcmp(rt_strerror(others[i]), strerror(others[i])) == 0, "strerror %d", others[i]);
    for (int number = 1; number <= 15; number++)
        CHECK(strcmp(rt_strsignal(number), strsignal(number)) == 0, "strsignal %d", number);
    CHECK(strcmp(rt_strsignal(1000), strsignal(1000)) == 0, "strsignal 1000");
}

void test_string(void)
{
    make_strings();
    for (int i = 0; i < STRINGS; i++) {
        compare_one(strings[i]);
        for (int k = 0; k < STRINGS; k++) {
            compare_pair(strings[i], strings[k]);
            compare_copies(strings[i], strings[k]);
            compare_pieces(strings[i], strings[k]);
        }
    }
    compare_pieces(",,one,;two;;", ",;");
    compare_pieces("a b  c", " ");
    compare_random();
    overlap_is_found();
    CHECK(STOPS_BY(rt_memmem("abc", 3, "abcd", SIZE_MAX)) == STOP_NONE, "memmem with a long wanted");
    compare_messages();
    long long values[] = {0, 1, 2, 3, 8, -1, INT_MIN, LLONG_MIN, 1ll << 40, 0x60};
    for (int i = 0; i < 10; i++) {
        CHECK(rt_ffs((int)values[i]) == ffs((int)values[i]), "ffs %lld", values[i]);
        CHECK(rt_ffsl((long)values[i]) == ffsl((long)values[i]), "ffsl %lld", values[i]);
        CHECK(rt_ffsll(values[i]) == ffsll(values[i]), "ffsll %lld", values[i]);
    }
}
