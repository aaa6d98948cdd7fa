// expect: unknown (unsupported)
// The same seed gives the same numbers.
#include <stdlib.h>

int main(void) {
    srand(5);
    int first = rand();
    srand(5);
    return rand() == first ? 0 : *(int *)0;
}
