/*
 * <stdlib.h>: qsort, qsort_r and bsearch.
 *
 * qsort merges runs of 1, 2, 4, ... elements. It is stable, so elements that compare equal come out as they do with glibc,
 * and it asks for no comparison whose answer follows from earlier ones, so n elements with unknown keys have exactly n!
 * paths, the least that any sort can have. It asks about n log n times, and only about elements in the array itself: a
 * merged run goes through a second array.
 *
 * Relies on: a comparison that is a total order, and does not change the elements. The second array is a
 * variable-length array, not from malloc: it can neither fail nor leak.
 */
#include "vellum.h"

typedef int comparison(const void *left, const void *right, void *context);

struct sort {
    char *elements;
    size_t count;
    size_t size;
    comparison *compare;
    void *context;
};

/* Merges the sorted elements[first .. middle) and elements[middle .. last); the numbers are bytes. */
static void merge(const struct sort *sort, char *scratch, size_t first, size_t middle, size_t last)
{
    char *elements = sort->elements;
    size_t left = first;
    size_t right = middle;
    size_t at = 0;
    while (left < middle && right < last) {
        /* On equality the left one goes first: this is what makes the sort stable. */
        if (sort->compare(elements + left, elements + right, sort->context) <= 0) {
            memcpy(scratch + at, elements + left, sort->size);
            left += sort->size;
        } else {
            memcpy(scratch + at, elements + right, sort->size);
            right += sort->size;
        }
        at += sort->size;
    }
    memcpy(scratch + at, elements + left, middle - left);
    /* What is left of the right ones is where it belongs. */
    memcpy(elements + first, scratch, right - first);
}

static size_t at_most(size_t value, size_t limit)
{
    return value < limit ? value : limit;
}

static void sort_all(const struct sort *sort)
{
    if (sort->count < 2 || sort->size == 0)
        return;
    size_t total = sort->count * sort->size;
    char scratch[total];
    for (size_t run = sort->size; run < total; run *= 2) {
        for (size_t first = 0; first < total; first += at_most(2 * run, total - first)) {
            size_t middle = first + at_most(run, total - first);
            size_t last = middle + at_most(run, total - middle);
            merge(sort, scratch, first, middle, last);
        }
    }
}

void qsort_r(void *elements, size_t count, size_t size, comparison *compare, void *context)
{
    struct sort sort = {elements, count, size, compare, context};
    sort_all(&sort);
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
    struct sort sort = {elements, count, size, compare_plain, &plain};
    sort_all(&sort);
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
