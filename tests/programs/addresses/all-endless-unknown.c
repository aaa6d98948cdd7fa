// expect: unknown (addresses)
// property: unreach-call
// Where one object comes first, an error is reached; otherwise nobody knows.
#include <stdint.h>
extern void reach_error(void);

static int one, two;

int main(void) {
    volatile int round = 0;
    if ((uintptr_t)&one > (uintptr_t)&two) {
        for (;;)
            round++;
    }
    reach_error(); //~ error-call
    return 0;
}
