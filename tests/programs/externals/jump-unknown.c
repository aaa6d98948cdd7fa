// expect: unknown (unsupported)
// A function that returns twice is none like the others.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

int main(void) {
    volatile int rounds = 0;
    if (setjmp(start)) {
        assert(rounds == 0);
        return 0;
    }
    rounds = 1;
    longjmp(start, 1);
}
