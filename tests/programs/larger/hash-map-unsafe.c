// A hash map with open addressing whose hash of a negative key is a negative index.
// input: -3 5
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

enum { slots = 4 };

struct slot {
    int used, key, value;
};

static struct slot *find(struct slot *map, int key) {
    int at = key % slots;
    for (int i = 0; i < slots; i++) {
        if (!map[at].used || map[at].key == key) //~ out-of-bounds
            return &map[at];
        at = (at + 1) % slots;
    }
    return NULL;
}

static void put(struct slot *map, int key, int value) {
    struct slot *slot = find(map, key);
    if (slot) {
        slot->used = 1;
        slot->key = key;
        slot->value = value;
    }
}

int main(void) {
    struct slot *map = calloc(slots, sizeof *map);
    put(map, __VERIFIER_nondet_int(), 1);
    put(map, __VERIFIER_nondet_int(), 2);
    free(map);
    return 0;
}
