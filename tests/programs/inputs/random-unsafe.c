// A random number can be any of its range, whatever the seed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    assert(rand() != 5); //~ assertion
    int first = rand(), second = rand();
    assert(first != second); //~ assertion
    return 0;
}
