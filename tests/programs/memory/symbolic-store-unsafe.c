// Counting sort's prefix: an entry is written that the next one reads.
// input: 1 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned counts[4] = {0};
    unsigned a = __VERIFIER_nondet_uint() % 4, b = __VERIFIER_nondet_uint() % 4;
    counts[a]++;
    counts[b]++;
    unsigned most = 0;
    for (int i = 0; i < 4; i++)
        if (counts[i] > most)
            most = counts[i];
    assert(most == 2); //~ assertion
    return 0;
}
