/* qsort, bsearch and the random numbers of the system. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[12];
    int key;
};

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b) { return ((const struct record *)a)->key - ((const struct record *)b)->key; }

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
    int numbers[200];
    srand(12345);
    for (int i = 0; i < 200; i++)
        numbers[i] = rand() % 1000;
    qsort(numbers, 200, sizeof *numbers, by_int);
    for (int i = 0; i < 200; i++)
        printf("%d%c", numbers[i], i % 20 == 19 ? '\n' : ' ');
    for (int key = 0; key < 1000; key += 37) {
        int *found = bsearch(&key, numbers, 200, sizeof *numbers, by_int);
        printf("%d ", found ? *found : -1);
    }
    puts("");
    struct record records[] = {{"one", 3}, {"two", 1}, {"three", 3}, {"four", 2}, {"five", 1}};
    qsort(records, 5, sizeof *records, by_key);
    for (int i = 0; i < 5; i++)
        printf("%s %d\n", records[i].name, records[i].key);
    const char *words[] = {"pear", "apple", "fig", "banana", ""};
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++)
        printf("<%s>", words[i]);
    puts("");
    qsort(numbers, 0, sizeof *numbers, by_int);
    srandom(7);
    printf("%ld ", random());
    printf("%ld\n", random());
    unsigned seed = 3;
    printf("%d ", rand_r(&seed));
    printf("%d\n", rand_r(&seed));
    srand48(5);
    printf("%ld ", lrand48());
    printf("%ld ", mrand48());
    printf("%f\n", drand48());
    return RAND_MAX == 2147483647 ? 0 : 1;
}
