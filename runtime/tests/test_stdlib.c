/* <stdlib.h>: integers, sorting, random numbers, the end of the program. */
#include "check.h"

static void compare_integers(void)
{
    int values[] = {0, 1, -1, 7, -7, 100, INT_MAX, INT_MIN + 1};
    for (int i = 0; i < 8; i++) {
        int value = values[i];
        CHECK(rt_abs(value) == abs(value), "abs %d", value);
        CHECK(rt_labs(value) == labs(value), "labs %d", value);
        CHECK(rt_llabs(value * 4294967296ll) == llabs(value * 4294967296ll), "llabs %d", value);
        CHECK(rt_imaxabs(value) == imaxabs(value), "imaxabs %d", value);
        for (int k = 1; k < 8; k++) {
            div_t a = rt_div(value, values[k]);
            div_t b = div(value, values[k]);
            CHECK(a.quot == b.quot && a.rem == b.rem, "div %d %d", value, values[k]);
            ldiv_t c = rt_ldiv(value, values[k]);
            CHECK(c.quot == b.quot && c.rem == b.rem, "ldiv %d %d", value, values[k]);
            lldiv_t d = rt_lldiv(value, values[k]);
            CHECK(d.quot == b.quot && d.rem == b.rem, "lldiv %d %d", value, values[k]);
            imaxdiv_t e = rt_imaxdiv(value, values[k]);
            CHECK(e.quot == b.quot && e.rem == b.rem, "imaxdiv %d %d", value, values[k]);
        }
    }
}

/* ---- Sorting ---- */

/* Sorted by key; the tag tells which came first. */
struct element {
    int key;
    int tag;
};

static int by_key(const void *left, const void *right)
{
    const struct element *a = left;
    const struct element *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

static int by_key_with_context(const void *left, const void *right, void *context)
{
    *(int *)context += 1;
    return by_key(left, right);
}

static int by_byte(const void *left, const void *right)
{
    return *(const unsigned char *)left - *(const unsigned char *)right;
}

static int is_stably_sorted(const struct element *elements, int count)
{
    for (int i = 1; i < count; i++) {
        int order = by_key(elements + i - 1, elements + i);
        if (order > 0 || (order == 0 && elements[i - 1].tag > elements[i].tag))
            return 0;
    }
    return 1;
}

static void sort_is_stable(void)
{
    for (int count = 0; count <= 70; count++) {
        for (unsigned keys = 1; keys <= 64; keys *= 4) {
            struct element *elements = malloc((size_t)count * sizeof *elements);
            long sum = 0;
            for (int i = 0; i < count; i++) {
                elements[i].key = (int)random_below(keys);
                elements[i].tag = i;
                sum += elements[i].key;
            }
            int comparisons = 0;
            if (count % 2)
                rt_qsort(elements, (size_t)count, sizeof *elements, by_key);
            else
                rt_qsort_r(elements, (size_t)count, sizeof *elements, by_key_with_context, &comparisons);
            for (int i = 0; i < count; i++)
                sum -= elements[i].key;
            CHECK(is_stably_sorted(elements, count) && sum == 0, "qsort of %d", count);
            CHECK(comparisons <= count * 7, "qsort of %d asks %d times", count, comparisons);
            free(elements);
        }
    }
}

static void sort_as_system(void)
{
    for (int round = 0; round < 200; round++) {
        unsigned count = random_below(100);
        unsigned size = random_below(9) + 1;
        unsigned char ours[900];
        unsigned char theirs[900];
        for (unsigned i = 0; i < count * size; i++)
            ours[i] = theirs[i] = (unsigned char)random_below(10);
        rt_qsort(ours, count, size, by_byte);
        qsort(theirs, count, size, by_byte);
        CHECK(memcmp(ours, theirs, count * size) == 0, "qsort of %u of %u bytes", count, size);
    }
}

static unsigned long answers;

/* Answers by the bits of `answers`, as a solver that explores both sides would. */
static int by_answers(const void *left, const void *right)
{
    (void)left;
    (void)right;
    int bit = (int)(answers & 1);
    answers >>= 1;
    return bit ? 1 : -1;
}

/* All sequences of answers: each ends in another permutation, so there are n! of them. */
static void sort_has_no_silly_paths(void)
{
    for (int count = 1, factorial = 1; count <= 6; factorial *= ++count) {
        int paths = 0;
        for (unsigned long path = 0; path < 1ul << 12; path++) {
            char elements[] = "abcdef";
            answers = path;
            rt_qsort(elements, (size_t)count, 1, by_answers);
            /* Counted once: by the path whose unused bits are 0. */
            paths += answers == 0;
        }
        CHECK(paths == factorial, "qsort of %d has %d paths", count, paths);
    }
}

static void compare_searches(void)
{
    for (int count = 0; count < 20; count++) {
        unsigned char elements[20];
        for (int i = 0; i < count; i++)
            elements[i] = (unsigned char)(2 * i + 1);
        for (unsigned char key = 0; key < 45; key++) {
            void *ours = rt_bsearch(&key, elements, (size_t)count, 1, by_byte);
            void *theirs = bsearch(&key, elements, (size_t)count, 1, by_byte);
            CHECK(ours == theirs, "bsearch of %d among %d", key, count);
        }
    }
}

/* ---- Random numbers ---- */

static void compare_random_numbers(void)
{
    CHECK(rt_rand() == 1804289383 && rt_rand() == 846930886, "rand without a seed");
    unsigned seeds[] = {0, 1, 2, 42, 12345, 0x7fffffff, 0x80000000, 0xffffffff, 1700000000, 16807};
    for (int i = 0; i < 10; i++) {
        rt_srand(seeds[i]);
        srand(seeds[i]);
        for (int k = 0; k < 200; k++)
            CHECK(rt_rand() == rand(), "rand with seed %u, number %d", seeds[i], k);
        rt_srandom(seeds[i]);
        srandom(seeds[i]);
        for (int k = 0; k < 50; k++)
            CHECK(rt_random() == random(), "random with seed %u, number %d", seeds[i], k);
        unsigned ours = seeds[i];
        unsigned theirs = seeds[i];
        for (int k = 0; k < 50; k++)
            CHECK(rt_rand_r(&ours) == rand_r(&theirs) && ours == theirs, "rand_r with seed %u, number %d", seeds[i], k);
        rt_srand48((long)seeds[i]);
        srand48((long)seeds[i]);
        for (int k = 0; k < 50; k++) {
            CHECK(rt_drand48() == drand48(), "drand48 with seed %u, number %d", seeds[i], k);
            CHECK(rt_lrand48() == lrand48(), "lrand48 with seed %u, number %d", seeds[i], k);
            CHECK(rt_mrand48() == mrand48(), "mrand48 with seed %u, number %d", seeds[i], k);
        }
    }
}

/* ---- The end ---- */

static char order[8];

static void note(char c)
{
    size_t length = strlen(order);
    order[length] = c;
    order[length + 1] = '\0';
}

static void handler_a(void)
{
    note('a');
}

static void handler_b(void)
{
    note('b');
    rt_atexit(handler_a);
}

static void handler_c(void)
{
    note('c');
}

static void handlers_run_in_reverse(void)
{
    for (int i = 0; i < 2; i++)
        CHECK(rt_atexit(i ? handler_b : handler_c) == 0, "atexit");
    CHECK(STOPS_BY(rt__Exit(4)) == STOP_EXIT && host_status == 4 && strcmp(order, "") == 0, "_Exit runs no handler");
    CHECK(STOPS_BY(rt_exit(3)) == STOP_EXIT && host_status == 3, "exit");
    CHECK(strcmp(order, "bac") == 0, "handlers ran as %s", order);
    order[0] = '\0';
    CHECK(rt_at_quick_exit(handler_c) == 0 && rt_at_quick_exit(handler_a) == 0, "at_quick_exit");
    CHECK(STOPS_BY(rt_quick_exit(5)) == STOP_EXIT && host_status == 5 && strcmp(order, "ac") == 0, "quick_exit");
    int added = 0;
    while (added < 1000 && rt_atexit(handler_c) == 0)
        added++;
    CHECK(added >= 32 && added < 1000, "atexit takes %d", added);
    CHECK(STOPS_BY(rt_abort()) == STOP_ABORT, "abort");
}

static void aligned_blocks(void)
{
    for (size_t alignment = 1; alignment <= 8192; alignment *= 2) {
        void *block = rt_aligned_alloc(alignment, 100);
        CHECK((uintptr_t)block % alignment == 0, "aligned_alloc %zu", alignment);
        free(block);
        block = rt_memalign(alignment - alignment / 4, 100);
        CHECK((uintptr_t)block % alignment == 0, "memalign %zu", alignment);
        free(block);
        int expected = alignment < sizeof(void *) ? EINVAL : 0;
        block = NULL;
        CHECK(rt_posix_memalign(&block, alignment, 100) == expected, "posix_memalign %zu", alignment);
        CHECK((uintptr_t)block % alignment == 0, "the block of posix_memalign %zu", alignment);
        free(block);
    }
    void *block = rt_valloc(1);
    CHECK((uintptr_t)block % 4096 == 0, "valloc");
    free(block);
    CHECK(rt_posix_memalign(&block, 24, 100) == EINVAL && rt_aligned_alloc(24, 100) == NULL, "not a power of two");
}

void test_stdlib(void)
{
    aligned_blocks();
    compare_integers();
    sort_is_stable();
    sort_as_system();
    sort_has_no_silly_paths();
    compare_searches();
    compare_random_numbers();
    handlers_run_in_reverse();
    CHECK(strcmp(rt_getenv("HERE"), "yes") == 0 && rt_getenv("AWAY") == NULL, "getenv");
    CHECK(rt_secure_getenv("AWAY") == NULL, "secure_getenv");
    void *block = rt_reallocarray(NULL, 3, 5);
    CHECK(block != NULL && rt_reallocarray(block, SIZE_MAX / 2, 3) == NULL && rt_errno == ENOMEM, "reallocarray");
    free(block);
    CHECK(rt___ctype_get_mb_cur_max() == 1, "MB_CUR_MAX");
    CHECK(rt_system(NULL) == 0 && rt_system("ls") == -1, "system");
}
