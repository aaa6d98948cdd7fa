// klee_range reaches both of its ends, the upper one less one.
// input: -3
// input: 2
#include <assert.h>
int klee_range(int low, int high, const char *name);

int main(void) {
    int small = klee_range(-3, 3, "small");
    assert(small != -3); //~ assertion
    assert(small != 2);  //~ assertion
    return 0;
}
