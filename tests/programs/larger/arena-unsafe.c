// An arena whose test for room wraps for a huge size, and which is used after it was destroyed.
// input: 1 -8
// input: 0 0
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

struct arena {
    unsigned char *block;
    size_t size, used;
};

static void *take(struct arena *arena, size_t size) {
    if (arena->used + size > arena->size)
        return NULL;
    void *piece = arena->block + arena->used;
    arena->used += size;
    return piece;
}

static void destroy(struct arena *arena) {
    free(arena->block);
}

int main(void) {
    struct arena arena = {malloc(16), 16, 0};
    int keep = __VERIFIER_nondet_uint() % 2 != 0;
    size_t size = __VERIFIER_nondet_ulong();
    unsigned char *header = take(&arena, 12);
    header[0] = 1;
    if (!keep)
        destroy(&arena);
    unsigned char *large = take(&arena, size);
    if (keep && large && size > 16)
        large[7] = 1; //~ out-of-bounds
    header[1] = 2; //~ use-after-free
    if (keep)
        destroy(&arena);
    return 0;
}
