// expect: unknown (memory)
// 32 bits: addresses are not given out twice, so this comes to an end of them; malloc() does not fail for that.
// options: --data-model ilp32
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 6; i++) {
        char *p = malloc(1000000000u);
        *p = 1;
        free(p);
    }
    return 0;
}
