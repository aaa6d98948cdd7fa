// A ring buffer of three elements behaves like a queue for every sequence of five operations.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum { capacity = 3 };

struct ring {
    int cells[capacity];
    unsigned first, count;
};

static int insert(struct ring *ring, int value) {
    if (ring->count == capacity)
        return 0;
    ring->cells[(ring->first + ring->count) % capacity] = value;
    ring->count++;
    return 1;
}

static int extract(struct ring *ring, int *value) {
    if (ring->count == 0)
        return 0;
    *value = ring->cells[ring->first];
    ring->first = (ring->first + 1) % capacity;
    ring->count--;
    return 1;
}

int main(void) {
    struct ring ring = {{0}, 0, 0};
    int inserted = 0, extracted = 0;
    for (int i = 0; i < 5; i++) {
        if (__VERIFIER_nondet_bool()) {
            if (insert(&ring, inserted))
                inserted++;
            else
                assert(inserted - extracted == capacity);
        } else {
            int value = -1;
            if (extract(&ring, &value)) {
                assert(value == extracted);
                extracted++;
            } else {
                assert(inserted == extracted);
            }
        }
    }
    assert(ring.count == (unsigned)(inserted - extracted));
    return 0;
}
