/* Blocks of memory by every function that gives one. */
#define _GNU_SOURCE
#include <alloca.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int aligned(void *p, size_t to) { return (uintptr_t)p % to == 0; }

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    for (int i = 0; i < 4; i++)
        numbers[i] = i;
    numbers = realloc(numbers, 100 * sizeof *numbers);
    printf("%d %d\n", numbers[3], aligned(numbers, 16));
    numbers = reallocarray(numbers, 2, sizeof *numbers);
    printf("%d\n", numbers[1]);
    free(numbers);
    char *zero = calloc(10, 10);
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += zero[i];
    printf("%d\n", sum);
    free(zero);
    free(NULL);
    void *p = NULL;
    printf("%d\n", posix_memalign(&p, 16, 100));
    printf("%d\n", aligned(p, 16));
    memset(p, 1, 100);
    free(p);
    printf("%d\n", posix_memalign(&p, 3, 100));
    p = aligned_alloc(16, 128);
    printf("%d\n", aligned(p, 16));
    free(p);
    p = memalign(8, 5);
    printf("%d\n", aligned(p, 8));
    free(p);
    printf("%d %d\n", malloc(SIZE_MAX / 2) == NULL, calloc(SIZE_MAX / 2, 4) == NULL);
    char *here = alloca(20);
    strcpy(here, "alloca");
    printf("%s\n", here);
    return 0;
}
