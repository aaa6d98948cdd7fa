// expect: unknown (unsupported: a statement executed by its own thread)
// The statement may be executed at any later time.
#include <assert.h>
static int shared;

int main(void) {
__CPROVER_ASYNC_1:
    shared = 1;
    shared = 2;
    assert(shared == 2);
    return 0;
}
