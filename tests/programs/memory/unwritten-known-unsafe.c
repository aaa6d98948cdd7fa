// What a path knows of memory that was never written still holds after a loop.
// options: --search bfs
// input: 0
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int large(const int *p) {
    return *p > 5;
}
int main(void) {
    int x, known = 0;
    if (large(&x))
        known = 0;
    while (__VERIFIER_nondet_int()) {
    }
    assert(large(&x)); //~ assertion
    return known;
}
