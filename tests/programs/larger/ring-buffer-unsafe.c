// A ring buffer whose index goes round one cell too late.
// input: 1 1 1 1
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct ring {
    int *cells;
    unsigned capacity, next, last, count;
};

static unsigned after(const struct ring *ring, unsigned index) {
    index++;
    return index > ring->capacity ? 0 : index;
}

static void insert(struct ring *ring, int value) {
    if (ring->count > ring->capacity)
        return;
    ring->cells[ring->next] = value; //~ out-of-bounds
    ring->next = after(ring, ring->next);
    ring->count++;
}

static void extract(struct ring *ring) {
    if (ring->count == 0)
        return;
    ring->last = after(ring, ring->last);
    ring->count--;
}

int main(void) {
    struct ring ring = {malloc(3 * sizeof(int)), 3, 0, 0, 0};
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_bool())
            insert(&ring, i);
        else
            extract(&ring);
    }
    free(ring.cells);
    return 0;
}
