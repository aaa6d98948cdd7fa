// A seed before the first number changes nothing of what numbers there are, and another seed gives others.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned one = 7, other = 7;
    srand(3);
    assert(rand() >= 0);
    srand(7);
    assert(rand() <= RAND_MAX);
    int first = rand_r(&one);
    assert(first == rand_r(&other) && one == other && first <= RAND_MAX);
    return 0;
}
