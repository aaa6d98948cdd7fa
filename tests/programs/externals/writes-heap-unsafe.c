// An object of the heap, and an element of an array at an unknown index.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void fill(void *to);

int main(void) {
    int *block = malloc(4 * sizeof *block), numbers[4] = {1, 1, 1, 1}, other = 1;
    if (!block)
        return 0;
    block[3] = 1;
    fill(block);
    int index = __VERIFIER_nondet_int();
    fill(index > 0 ? &numbers[2] : &other);
    if (index > 0)
        assert(other == 1);
    else
        assert(numbers[0] == 1);
    assert(block[3] == 1); //~ assertion
    assert(index <= 0 || numbers[0] == 1); //~ assertion
    free(block);
    return 0;
}
