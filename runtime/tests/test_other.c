/* assert, errno, time, locale, and the functions of a fortified program. */
#include "check.h"

void *rt___memcpy_chk(void *, const void *, size_t, size_t);
void *rt___memmove_chk(void *, const void *, size_t, size_t);
void *rt___memset_chk(void *, int, size_t, size_t);
void *rt___mempcpy_chk(void *, const void *, size_t, size_t);
char *rt___strcpy_chk(char *, const char *, size_t);
char *rt___stpcpy_chk(char *, const char *, size_t);
char *rt___strncpy_chk(char *, const char *, size_t, size_t);
char *rt___stpncpy_chk(char *, const char *, size_t, size_t);
char *rt___strcat_chk(char *, const char *, size_t);
char *rt___strncat_chk(char *, const char *, size_t, size_t);
char *rt___fgets_chk(char *, size_t, int, FILE *);
char *rt___fgets_unlocked_chk(char *, size_t, int, FILE *);
size_t rt___fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t rt___fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
ssize_t rt___read_chk(int, void *, size_t, size_t);
int rt___printf_chk(int, const char *, ...);
int rt___fprintf_chk(FILE *, int, const char *, ...);
int rt___dprintf_chk(int, int, const char *, ...);
int rt___sprintf_chk(char *, int, size_t, const char *, ...);
int rt___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int rt___asprintf_chk(char **, int, const char *, ...);
int rt___vprintf_chk(int, const char *, va_list);
void rt___chk_fail(void);

/* ---- Fortified programs ---- */

static int call_vprintf_chk(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = rt___vprintf_chk(1, format, arguments);
    va_end(arguments);
    return result;
}

static void fortified_functions_do_their_work(void)
{
    char text[16] = "";
    char *made = NULL;
    CHECK(rt___memcpy_chk(text, "abc", 4, 16) == text && strcmp(text, "abc") == 0, "__memcpy_chk");
    CHECK(rt___memmove_chk(text + 1, text, 4, 15) == text + 1 && strcmp(text, "aabc") == 0, "__memmove_chk");
    CHECK(rt___memset_chk(text, 'x', 2, 2) == text && strcmp(text, "xxbc") == 0, "__memset_chk");
    CHECK(rt___mempcpy_chk(text, "yy", 2, 2) == text + 2 && strcmp(text, "yybc") == 0, "__mempcpy_chk");
    CHECK(rt___strcpy_chk(text, "one", 4) == text && strcmp(text, "one") == 0, "__strcpy_chk");
    CHECK(rt___strcat_chk(text, "two", 7) == text && strcmp(text, "onetwo") == 0, "__strcat_chk");
    CHECK(rt___strncat_chk(text, "three", 2, 9) == text && strcmp(text, "onetwoth") == 0, "__strncat_chk");
    CHECK(rt___stpcpy_chk(text, "four", (size_t)-1) == text + 4 && strcmp(text, "four") == 0, "__stpcpy_chk");
    CHECK(rt___strncpy_chk(text, "five", 2, 2) == text && strcmp(text, "fiur") == 0, "__strncpy_chk");
    CHECK(rt___stpncpy_chk(text, "s", 2, 2) == text + 1 && strcmp(text, "s") == 0, "__stpncpy_chk");
    CHECK(rt___sprintf_chk(text, 1, 16, "%d", 12) == 2 && strcmp(text, "12") == 0, "__sprintf_chk");
    CHECK(rt___sprintf_chk(text, 1, (size_t)-1, "%d", 13) == 2 && strcmp(text, "13") == 0,
          "__sprintf_chk of unknown size");
    CHECK(rt___snprintf_chk(text, 3, 1, 16, "%d", 1234) == 4 && strcmp(text, "12") == 0, "__snprintf_chk");
    CHECK(rt___asprintf_chk(&made, 1, "%d", 5) == 1 && strcmp(made, "5") == 0, "__asprintf_chk");
    free(made);
    host_output();
    CHECK(rt___printf_chk(1, "%d", 1) == 1 && rt___fprintf_chk(rt_stderr, 1, "%d", 2) == 1, "__printf_chk");
    CHECK(rt___dprintf_chk(1, 1, "%d", 3) == 1 && call_vprintf_chk("%d", 4) == 1, "__dprintf_chk");
    CHECK(strcmp(host_output(), "1>12>21>34") == 0, "what they print");
    host_input("line\nabcdefgh");
    rt_clearerr(rt_stdin);
    CHECK(rt___fgets_chk(text, 16, 16, rt_stdin) == text && strcmp(text, "line\n") == 0, "__fgets_chk");
    CHECK(rt___fgets_unlocked_chk(text, 16, 3, rt_stdin) == text && strcmp(text, "ab") == 0, "__fgets_unlocked_chk");
    CHECK(rt___fread_chk(text, 16, 1, 2, rt_stdin) == 2, "__fread_chk");
    CHECK(rt___fread_unlocked_chk(text, 2, 2, 1, rt_stdin) == 1, "__fread_unlocked_chk");
    CHECK(rt___read_chk(0, text, 2, 16) == 2 && memcmp(text, "gh", 2) == 0, "__read_chk");
}

static void fortified_functions_fail(void)
{
    char text[16] = "abc";
    CHECK(STOPS_BY(rt___memcpy_chk(text, "abcdef", 6, 5)) == STOP_FAIL, "__memcpy_chk");
    CHECK(STOPS_BY(rt___memmove_chk(text, "abcdef", 6, 5)) == STOP_FAIL, "__memmove_chk");
    CHECK(STOPS_BY(rt___memset_chk(text, 0, 6, 5)) == STOP_FAIL, "__memset_chk");
    CHECK(STOPS_BY(rt___mempcpy_chk(text, "abcdef", 6, 5)) == STOP_FAIL, "__mempcpy_chk");
    CHECK(STOPS_BY(rt___strcpy_chk(text, "abc", 3)) == STOP_FAIL, "__strcpy_chk");
    CHECK(STOPS_BY(rt___stpcpy_chk(text, "abc", 3)) == STOP_FAIL, "__stpcpy_chk");
    CHECK(STOPS_BY(rt___strncpy_chk(text, "a", 3, 2)) == STOP_FAIL, "__strncpy_chk");
    CHECK(STOPS_BY(rt___stpncpy_chk(text, "a", 3, 2)) == STOP_FAIL, "__stpncpy_chk");
    CHECK(STOPS_BY(rt___strcat_chk(text, "def", 6)) == STOP_FAIL, "__strcat_chk");
    CHECK(STOPS_BY(rt___strncat_chk(text, "def", 2, 5)) == STOP_FAIL, "__strncat_chk");
    CHECK(STOPS_BY(rt___sprintf_chk(text, 1, 3, "%d", 123)) == STOP_FAIL, "__sprintf_chk");
    CHECK(STOPS_BY(rt___snprintf_chk(text, 4, 1, 3, "%d", 1)) == STOP_FAIL, "__snprintf_chk");
    CHECK(STOPS_BY(rt___fgets_chk(text, 4, 5, rt_stdin)) == STOP_FAIL, "__fgets_chk");
    CHECK(STOPS_BY(rt___fread_chk(text, 4, 1, 5, rt_stdin)) == STOP_FAIL, "__fread_chk");
    CHECK(STOPS_BY(rt___read_chk(0, text, 5, 4)) == STOP_FAIL, "__read_chk");
    CHECK(STOPS_BY(rt___chk_fail()) == STOP_FAIL, "__chk_fail");
}

static void rounding_modes_are_kept(void)
{
    static const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST};
    fenv_t kept, ours, theirs;
    CHECK(rt_fesetround(7) != 0 && rt_fegetround() == FE_TONEAREST, "no such mode");
    for (int i = 0; i < 4; i++) {
        CHECK(rt_fesetround(modes[i]) == 0 && rt_fegetround() == modes[i], "mode %d", modes[i]);
        fegetenv(&theirs);
        CHECK(rt_fegetenv(&ours) == 0 && ours.__control_word == theirs.__control_word, "environment of %d", modes[i]);
        CHECK((ours.__mxcsr & 0x6000) == (theirs.__mxcsr & 0x6000), "environment of %d, SSE", modes[i]);
        rt_feholdexcept(&kept);
        rt_fesetenv(FE_DFL_ENV);
        CHECK(rt_fegetround() == FE_TONEAREST, "the first environment");
        rt_feupdateenv(&kept);
        CHECK(rt_fegetround() == modes[i], "mode %d again", modes[i]);
    }
}

void test_other(void)
{
    fortified_functions_do_their_work();
    fortified_functions_fail();
    CHECK(STOPS_BY(rt___assert_fail("x > 0", "f.c", 3, "f")) == STOP_ASSERT, "__assert_fail");
    CHECK(strcmp(host_message, "x > 0") == 0, "__assert_fail says %s", host_message);
    CHECK(STOPS_BY(rt___assert_perror_fail(ENOENT, "f.c", 3, "f")) == STOP_ASSERT, "__assert_perror_fail");
    CHECK(STOPS_BY(rt___assert("x", "f.c", 3)) == STOP_ASSERT, "__assert");
    rounding_modes_are_kept();
    *rt___errno_location() = ENOENT;
    host_output();
    rt_warn("%s", "file");
    CHECK(strcmp(host_output(), "2>program: file: No such file or directory\n") == 0, "warn");
    CHECK(rt_feclearexcept(FE_ALL_EXCEPT) == 0, "feclearexcept");
    time_t now = 0;
    CHECK(rt_time(NULL) == 1234567890 && rt_time(&now) == now && now == 1234567890, "time");
    CHECK(rt_difftime(now + 5, now) == 5.0, "difftime");
    struct timespec spec;
    struct timeval value;
    CHECK(rt_clock_gettime(CLOCK_REALTIME, &spec) == 0 && spec.tv_sec == now && spec.tv_nsec == 0, "clock_gettime");
    CHECK(rt_clock_gettime(99, &spec) == -1 && *rt___errno_location() == EINVAL, "clock_gettime of no clock");
    CHECK(rt_gettimeofday(&value, NULL) == 0 && value.tv_sec == now && value.tv_usec == 0, "gettimeofday");
    CHECK(rt_nanosleep(&spec, &spec) == 0 && spec.tv_sec == now && rt_nanosleep(&spec, NULL) == 0, "nanosleep");
    spec.tv_nsec = 1000000000;
    CHECK(rt_nanosleep(&spec, NULL) == -1 && *rt___errno_location() == EINVAL, "nanosleep for no time");
    clock_t before = rt_clock();
    CHECK(rt_clock() > before, "clock goes on");
    CHECK(strcmp(rt_setlocale(LC_ALL, ""), "C") == 0 && strcmp(rt_setlocale(LC_ALL, NULL), "C") == 0, "setlocale");
    CHECK(strcmp(rt_setlocale(LC_ALL, "POSIX"), "C") == 0 && rt_setlocale(LC_ALL, "de_DE") == NULL, "setlocale");
}
