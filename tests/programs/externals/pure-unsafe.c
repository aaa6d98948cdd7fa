// It still returns anything.
// options: --extern pure
#include <assert.h>
int measure(int *to);

int main(void) {
    int level = 1;
    assert(measure(&level) != 7); //~ assertion
    return 0;
}
