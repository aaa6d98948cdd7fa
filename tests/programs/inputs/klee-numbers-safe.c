// klee_range is half open, klee_int has all numbers.
#include <assert.h>
int klee_range(int low, int high, const char *name);
int klee_int(const char *name);

int main(void) {
    int small = klee_range(-3, 3, "small");
    assert(-3 <= small && small <= 2);
    int any = klee_int("any");
    assert((any & 1) == 0 || any != 2);
    return 0;
}
