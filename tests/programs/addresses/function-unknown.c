// expect: unknown (addresses)
// A call of the address of a function with some bits cleared.
#include <stdint.h>

static int answer(void) {
    return 0;
}

int main(void) {
    int (*masked)(void) = (int (*)(void))((uintptr_t)answer & ~(uintptr_t)15);
    return masked();
}
