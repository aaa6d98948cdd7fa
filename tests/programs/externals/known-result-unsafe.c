// What a path knows of the result of a function still holds after a loop.
// options: --search bfs --extern uninterpreted
#include <assert.h>
int __VERIFIER_nondet_int(void);
int measure(int what);
int main(void) {
    int known = 0;
    if (measure(5) > 3)
        known = 0;
    while (__VERIFIER_nondet_int()) {
    }
    assert(measure(5) > 3); //~ assertion
    return known;
}
