// A function without a body may write through the pointer that it is given.
#include <assert.h>
void measure(int *to);

int main(void) {
    int level = 1;
    measure(&level);
    assert(level == 1); //~ assertion
    return 0;
}
