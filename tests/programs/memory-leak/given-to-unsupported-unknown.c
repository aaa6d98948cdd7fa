// expect: unknown (unsupported)
// A block that was given to what is not supported is not lost: who knows what becomes of it.
#include <setjmp.h>
#include <stdlib.h>

static void *make(void) { return calloc(1, sizeof(jmp_buf)); }

int main(void) {
    longjmp(*(jmp_buf *)make(), 1);
    return 0;
}
