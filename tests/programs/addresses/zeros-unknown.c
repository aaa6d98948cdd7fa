// expect: unknown (addresses)
// How many zeros an address ends with, beyond its alignment.
#include <assert.h>

int main(void) {
    char object;
    assert(__builtin_ctzl((unsigned long)&object) < 64);
    return 0;
}
