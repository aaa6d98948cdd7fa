// Structures are passed and returned by value, small and large ones.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
    short a, b;
};

struct large {
    long words[5];
};

static struct pair swap(struct pair pair) {
    short a = pair.a;
    pair.a = pair.b;
    pair.b = a;
    return pair;
}

static struct large rotate(struct large large) {
    long first = large.words[0];
    for (int i = 0; i < 4; i++)
        large.words[i] = large.words[i + 1];
    large.words[4] = first;
    return large;
}

int main(void) {
    struct pair pair = {(short)__VERIFIER_nondet_int(), 7}, swapped = swap(pair);
    assert(swapped.a == 7 && swapped.b == pair.a && pair.b == 7);
    struct large large = {{__VERIFIER_nondet_int(), 1, 2, 3, 4}};
    assert(rotate(large).words[4] == large.words[0]);
    assert(rotate(rotate(large)).words[0] == 2);
    return 0;
}
