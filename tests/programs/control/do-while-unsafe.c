// The body of a do loop runs at least once, also for a count of zero.
// input: 0
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned count = __VERIFIER_nondet_uint() % 4, rounds = 0;
    do {
        rounds++;
    } while (rounds < count);
    assert(rounds == count); //~ assertion
    return 0;
}
