// An arena gives out aligned pieces of one block; they do not overlap and lie inside.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct arena {
    unsigned char *block;
    size_t size, used;
};

static void *take(struct arena *arena, size_t size) {
    size_t start = (arena->used + 7) & ~(size_t)7;
    if (start > arena->size || size > arena->size - start)
        return NULL;
    arena->used = start + size;
    return arena->block + start;
}

static struct arena create(size_t size) {
    struct arena arena = {malloc(size), size, 0};
    return arena;
}

static void destroy(struct arena *arena) {
    free(arena->block);
    arena->block = NULL;
}

int main(void) {
    struct arena arena = create(32);
    size_t first_size = __VERIFIER_nondet_uint() % 12, second_size = 8;
    unsigned char *first = take(&arena, first_size);
    uint64_t *second = take(&arena, second_size);
    assert(first && second);
    *second = 0x1122334455667788u;
    memset(first, 0xff, first_size);
    assert(*second == 0x1122334455667788u);
    assert((unsigned char *)second - arena.block >= (ptrdiff_t)first_size);
    assert(take(&arena, 25) == NULL);
    assert(take(&arena, (size_t)-1) == NULL);
    destroy(&arena);
    return 0;
}
