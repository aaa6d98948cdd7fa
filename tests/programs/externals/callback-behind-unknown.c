// expect: unknown (unsupported)
// The function lies behind what is given.
#include <assert.h>
struct handler {
    void (*then)(void);
};

static int called;

static void note(void) { called = 1; }

void on_change(const struct handler *handler);

int main(void) {
    struct handler handler = {note};
    on_change(&handler);
    assert(!called);
    return 0;
}
