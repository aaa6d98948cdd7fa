// A hash map with chains: what was put last under a key is what is got.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

enum { buckets = 4 };

struct entry {
    unsigned key;
    int value;
    struct entry *next;
};

struct map {
    struct entry *heads[buckets];
};

static unsigned hash(unsigned key) {
    return (key ^ key >> 16) % buckets;
}

static struct entry *find(struct map *map, unsigned key) {
    struct entry *entry = map->heads[hash(key)];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

static void put(struct map *map, unsigned key, int value) {
    struct entry *entry = find(map, key);
    if (!entry) {
        entry = malloc(sizeof *entry);
        entry->key = key;
        entry->next = map->heads[hash(key)];
        map->heads[hash(key)] = entry;
    }
    entry->value = value;
}

static void clear(struct map *map) {
    for (int i = 0; i < buckets; i++)
        while (map->heads[i]) {
            struct entry *entry = map->heads[i];
            map->heads[i] = entry->next;
            free(entry);
        }
}

int main(void) {
    struct map map = {{NULL}};
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
    put(&map, first, 1);
    put(&map, second, 2);
    assert(find(&map, second)->value == 2);
    assert(find(&map, first)->value == (first == second ? 2 : 1));
    clear(&map);
    assert(find(&map, first) == NULL);
    return 0;
}
