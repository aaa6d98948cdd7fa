/*
 * <stdlib.h>: qsort, qsort_r and bsearch.
 *
 * qsort merges runs of 1, 2, 4, ... elements, from one array into another and back. It is stable, so elements that compare equal
 * come out as they do with glibc, and it asks for no comparison whose answer follows from earlier ones, so n elements with
 * unknown keys have exactly n! paths, the least that any sort can have. It asks about n log n times.
 *
 * Relies on: a comparison that is a total order, and does not change the elements. The second array is a variable-length array, not from malloc: it
 * can neither fail nor leak.
 */
#include "vellum.h"

typedef int comparison(const void *left, const void *right, void *context);

struct sort {
    size_t size;
    comparison *compare;
    void *context;
};

/* Merges the sorted from[first .. middle) and from[middle .. last) into to[first .. last); the numbers are bytes. */
static void merge(const struct sort *sort, char *to, const char *from, size_t first, size_t middle, size_t last)
{
    size_t left = first;
    size_t right = middle;
    size_t at = first;
    while (left < middle && right < last) {
        /* On equality the left one goes first: this is what makes the sort stable. */
        if (sort->compare(from + left, from + right, sort->context) <= 0) {
            memcpy(to + at, from + left, sort->size);
            left += sort->size;
        } else {
            memcpy(to + at, from + right, sort->size);
            right += sort->size;
        }
        at += sort->size;
    }
    memcpy(to + at, from + left, middle - left);
    at += middle - left;
    memcpy(to + at, from + right, last - right);
}

static size_t at_most(size_t value, size_t limit)
{
    return value < limit ? value : limit;
}

void qsort_r(void *elements, size_t count, size_t size, comparison *compare, void *context)
{
    if (count < 2 || size == 0)
        return;
    struct sort sort = {size, compare, context};
    size_t total = count * size;
    char scratch[total];
    char *from = elements;
    char *to = scratch;
    for (size_t run = size; run < total; run *= 2) {
        for (size_t first = 0; first < total; first += at_most(2 * run, total - first)) {
            size_t middle = first + at_most(run, total - first);
            size_t last = middle + at_most(run, total - middle);
            merge(&sort, to, from, first, middle, last);
        }
        char *merged = to;
        to = from;
        from = merged;
    }
    if (from == scratch)
        memcpy(elements, scratch, total);
}

/* qsort's comparison has no context, so it travels as the context of this one. */
struct plain {
    int (*compare)(const void *left, const void *right);
};

static int compare_plain(const void *left, const void *right, void *context)
{
    const struct plain *plain = context;
    return plain->compare(left, right);
}

void qsort(void *elements, size_t count, size_t size, int (*compare)(const void *left, const void *right))
{
    struct plain plain = {compare};
    qsort_r(elements, count, size, compare_plain, &plain);
}

void *bsearch(const void *key, const void *elements, size_t count, size_t size,
              int (*compare)(const void *key, const void *element))
{
    const char *first = elements;
    while (count > 0) {
        const char *middle = first + count / 2 * size;
        int order = compare(key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            first = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return (void *)0;
}
