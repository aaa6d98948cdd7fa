// Asked for, a function without a body changes no memory.
// options: --extern pure
#include <assert.h>
int measure(int *to);

int main(void) {
    int level = 1;
    measure(&level);
    assert(level == 1);
    return 0;
}
