// expect: unknown (unsupported)
// Nobody knows whether a function without a body calls what it is given.
#include <assert.h>

static int called;

static void note(void) { called = 1; }

void on_change(void (*then)(void));

int main(void) {
    on_change(note);
    assert(!called);
    return 0;
}
