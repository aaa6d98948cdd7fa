/* What every test file uses: the system's headers, the runtime's functions as rt_..., counting, and the host. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fenv.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "rt.h"

#define rt_errno (*rt___errno_location())

/* Counts one check; the rest is a printf of what was tried. */
void check(int passed, const char *file, int line, const char *format, ...);
#define CHECK(condition, ...) check((condition), __FILE__, __LINE__, __VA_ARGS__)

/* Two results that must agree in sign only, such as those of strcmp. */
int same_sign(int left, int right);

/* The same random numbers in each run. */
unsigned random_below(unsigned limit);

/* A copy in a block of exactly that size, so that a read behind it is caught. Freed by the caller. */
void *exact_block(const void *bytes, size_t length);
char *exact_string(const char *text);

/* ---- The host: what it gives to the runtime and takes from it ---- */

void host_input(const char *text);
/* What was written since the last call; 1> and 2> mark where the descriptor changes. */
const char *host_output(void);

enum host_stop { STOP_NONE, STOP_EXIT, STOP_ABORT, STOP_FAIL, STOP_ASSERT, STOP_UNSUPPORTED };
extern jmp_buf host_stop_here;
extern int host_status;
extern const char *host_message;

/* Runs a statement; the value is how it ended. */
#define STOPS_BY(statement)                                                                                            \
    __extension__({                                                                                                    \
        int stop_ = setjmp(host_stop_here);                                                                            \
        if (stop_ == STOP_NONE) {                                                                                      \
            statement;                                                                                                 \
        }                                                                                                              \
        stop_;                                                                                                         \
    })

void test_string(void);
void test_ctype(void);
void test_number(void);
void test_stdlib(void);
void test_printf(void);
void test_scanf(void);
void test_stdio(void);
void test_math(void);
void test_wchar(void);
void test_getopt(void);
void test_other(void);
void test_closed(void);
