// Two parts of a symbolic array are independent of one another.
// input: 1 2 3 4 5 6
#include <assert.h>
void klee_make_symbolic(void *block, unsigned long size, const char *name);

int main(void) {
    unsigned char bytes[6];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    if (bytes[0] == 1 && bytes[1] == 2 && bytes[5] == 6)
        assert(bytes[2] != 3 || bytes[4] != 5); //~ assertion
    return 0;
}
